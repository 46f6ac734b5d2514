/**
 * Tells the page how tall the bar of what is picked is while it is closed, so that what else stands at the lower edge
 * stands above it. Gives back what ends it.
 */
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
