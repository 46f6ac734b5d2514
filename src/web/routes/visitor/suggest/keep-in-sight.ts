/** Between the list and the keyboard, or the window's edge. */
const MARGIN_PX = 8

/**
 * Keeps a list no taller than what is seen below its top: a phone's keyboard covers half of the window without making
 * it smaller. Gives back what ends it.
 */
export function keepInSight(list: HTMLElement): () => void {
  const seen = window.visualViewport
  const measure = () => {
    const bottom = seen ? seen.offsetTop + seen.height : window.innerHeight
    const room = bottom - list.getBoundingClientRect().top - MARGIN_PX
    list.style.setProperty('--room', `${Math.floor(room)}px`)
  }
  measure()
  const end = new AbortController()
  for (const target of [seen, window])
    for (const event of ['resize', 'scroll'])
      target?.addEventListener(event, measure, { signal: end.signal, passive: true })
  return () => end.abort()
}
