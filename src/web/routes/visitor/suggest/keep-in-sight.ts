const MARGIN_PX = 8

/** Limits the list's height: a phone's keyboard covers the window without resizing it. Returns the cleanup. */
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
