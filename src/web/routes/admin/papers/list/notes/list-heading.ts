export function listHeading(): HTMLElement | null {
  return document.getElementById('uploaded-heading')
}

/** Puts the focus on the list's heading when the button that had it is gone, or asleep for good. */
export function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) listHeading()?.focus({ preventScroll: true })
  })
}
