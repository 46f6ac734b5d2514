import { type RefObject, useEffect, useState } from 'react'
import { type Anchor, anchorAt, bringTo, viewOf } from './zoom/anchor.ts'

/** How far down the screen the line lies that tells which page is read. */
const READING_LINE = 0.4
/** Pages are drawn this many screens above and below the one that is seen. */
const BEHIND = 1
const AHEAD = 2

/** The page that is read, and the first and last that are near enough to be drawn; `near` is null until it is known. */
export type Place = { page: number; near: [first: number, last: number] | null }

/** Follows the reader through the pages of the list, and holds the place when the phone is turned. */
export function usePlace(list: RefObject<HTMLOListElement | null>, from: number): Place {
  const [place, setPlace] = useState<Place>({ page: from, near: null })
  useEffect(() => {
    const pages = list.current
    if (!pages) return
    let anchor: Anchor | null = null
    let width = window.innerWidth
    let asked = 0
    const line = () => {
      const view = viewOf(pages)
      return view.top + view.height * READING_LINE
    }
    const measure = () => {
      asked = 0
      const read = anchorAt(pages, 0, line())
      anchor = read && pages.getBoundingClientRect().bottom > 0 ? read : null
      const next = { page: read ? numberOf(read.leaf, from) : from, near: nearPages(pages, from) }
      setPlace((before) =>
        String([before.page, before.near]) === String([next.page, next.near]) ? before : next,
      )
    }
    const soon = () => {
      asked ||= requestAnimationFrame(measure)
    }
    const turn = () => {
      if (anchor && window.innerWidth !== width) bringTo({ ...anchor, across: 0 }, 0, line())
      width = window.innerWidth
      soon()
    }
    measure()
    const grown = new ResizeObserver(soon)
    grown.observe(pages)
    // Captured, because the table that fills the screen scrolls by itself.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    window.addEventListener('resize', turn)
    return () => {
      cancelAnimationFrame(asked)
      grown.disconnect()
      document.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('resize', turn)
    }
  }, [list, from])
  return place
}

function nearPages(pages: Element, from: number): [number, number] {
  const { top, height } = viewOf(pages)
  const boxes = [...pages.children].map((leaf) => leaf.getBoundingClientRect())
  const near = boxes.flatMap(({ top: start, bottom }, at) =>
    bottom > top - BEHIND * height && start < top + (1 + AHEAD) * height ? [from + at] : [],
  )
  return [near[0] ?? 0, near.at(-1) ?? -1]
}

function numberOf(leaf: Element, from: number) {
  return from + [...(leaf.parentElement?.children ?? [])].indexOf(leaf)
}
