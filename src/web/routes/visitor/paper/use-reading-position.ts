import { type RefObject, useEffect, useState } from 'react'
import { type Anchor, anchorAt, scrollToAnchor, viewOf } from './anchor.ts'

/** What is at this share of the screen's height stays there when the phone is rotated. */
const READING_LINE = 0.4
/** In screens above and below the visible part. */
const BEHIND = 1
const AHEAD = 2

/** `near`: the first and last page to render; null until measured. */
export type Place = { page: number; near: [first: number, last: number] | null }

/** Tracks the page of which most is seen, and keeps its position when the phone is rotated. */
export function useReadingPosition(list: RefObject<HTMLOListElement | null>, from: number): Place {
  const [place, setPlace] = useState<Place>({ page: from, near: null })
  useEffect(() => {
    const pages = list.current
    if (!pages) return
    let anchor: Anchor | null = null
    let width = window.innerWidth
    let frame = 0
    const line = () => {
      const view = viewOf(pages)
      return view.top + view.height * READING_LINE
    }
    const measure = () => {
      frame = 0
      const read = anchorAt(pages, 0, line())
      anchor = read && pages.getBoundingClientRect().bottom > 0 ? read : null
      const boxes = [...pages.children].map((leaf) => leaf.getBoundingClientRect())
      const next = placeOf(boxes, viewOf(pages), from)
      setPlace((before) =>
        String([before.page, before.near]) === String([next.page, next.near]) ? before : next,
      )
    }
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure)
    }
    const keepAnchor = () => {
      if (anchor && window.innerWidth !== width) scrollToAnchor({ ...anchor, across: 0 }, 0, line())
      width = window.innerWidth
      measureSoon()
    }
    measure()
    const grown = new ResizeObserver(measureSoon)
    grown.observe(pages)
    // Captured, because in full screen the table scrolls, not the window.
    document.addEventListener('scroll', measureSoon, { capture: true, passive: true })
    window.addEventListener('resize', keepAnchor)
    return () => {
      cancelAnimationFrame(frame)
      grown.disconnect()
      document.removeEventListener('scroll', measureSoon, { capture: true })
      window.removeEventListener('resize', keepAnchor)
    }
  }, [list, from])
  return place
}

type Box = Pick<DOMRect, 'top' | 'bottom'>
type View = ReturnType<typeof viewOf>

/** Of pages that begin with page `from`. */
export function placeOf(boxes: Box[], view: View, from: number): Place {
  return { page: from + mostSeen(boxes, view), near: nearPages(boxes, view, from) }
}

function nearPages(boxes: Box[], { top, height }: View, from: number): [number, number] {
  const near = boxes.flatMap(({ top: start, bottom }, at) =>
    bottom > top - BEHIND * height && start < top + (1 + AHEAD) * height ? [from + at] : [],
  )
  return [near[0] ?? 0, near.at(-1) ?? -1]
}

/** Its place in the list. Of several whole ones the first, so that a low page that was gone to counts; past all, the last. */
function mostSeen(boxes: Box[], { top, height }: View): number {
  const last = boxes.at(-1)
  const most = { at: last && last.bottom < top ? boxes.length - 1 : 0, seen: 0 }
  for (const [at, box] of boxes.entries()) {
    const seen = Math.min(box.bottom, top + height) - Math.max(box.top, top)
    if (seen > most.seen + 1) Object.assign(most, { at, seen })
  }
  return most.at
}
