/** Publishes the closed bar's height, so that other fixed elements stand above it. Returns the cleanup. */
export function makeRoomBelow(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const follow = new ResizeObserver(() => {
    if (!bar.dataset.open) style.setProperty('--picked-height', `${bar.offsetHeight}px`)
  })
  follow.observe(bar)
  return () => {
    follow.disconnect()
    style.removeProperty('--picked-height')
  }
}
