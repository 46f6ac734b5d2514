export function listHeading(): HTMLElement | null {
  return document.getElementById('uploaded-heading')
}

/** When the focused button has been removed. */
export function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) listHeading()?.focus({ preventScroll: true })
  })
}
