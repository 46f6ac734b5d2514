import { type RefObject, useEffect } from 'react'

/** For a line that scrolls sideways: the chosen part is brought into sight, and an edge with more behind it fades. */
export function useSideways(line: RefObject<HTMLElement | null>, chosen: string, changed: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen part is to be seen as well
  useEffect(() => {
    const element = line.current
    const part = element?.querySelector<HTMLElement>(chosen)
    if (!element || !part) return
    const middle = part.offsetLeft - element.offsetLeft + part.offsetWidth / 2
    element.scrollTo({ left: middle - element.clientWidth / 2 })
  }, [line, chosen, changed])
  useEffect(() => {
    const element = line.current
    if (!element) return
    const note = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft
      const more = [element.scrollLeft > 1 && 'start', rest > 1 && 'end'].filter(Boolean).join(' ')
      if (element.dataset.more !== more) element.dataset.more = more
    }
    const sizes = new ResizeObserver(note)
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', note, { passive: true })
    note()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [line])
}
