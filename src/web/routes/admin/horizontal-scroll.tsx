import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type HorizontalScrollProps = {
  /** Selects the part that is brought into sight, again when `changed` does. */
  chosen: string
  changed: unknown
  className?: string
  children: React.ReactNode
}

/** A line that scrolls sideways where it does not fit: an arrow is where more is behind an edge, and what
 * would be cut there is marked `data-cut`: tabs hide it, since half a word says nothing, groups fade it out. */
export function HorizontalScroll({ chosen, changed, className = '', children }: HorizontalScrollProps) {
  const line = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen part is to be seen as well
  useEffect(() => {
    const element = line.current
    const part = element?.querySelector<HTMLElement>(chosen)
    if (!element || !part) return
    const start = part.offsetLeft - element.offsetLeft
    const isOwnSubject = start + part.offsetWidth <= element.clientWidth - edgesOf(element).right
    const middle = start + part.offsetWidth / 2
    element.scrollTo({ left: isOwnSubject ? 0 : middle - element.clientWidth / 2 })
  }, [chosen, changed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts may need more room
  useEffect(() => {
    const element = line.current
    if (!element) return
    const note = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft
      setMore([element.scrollLeft > 1 && 'start', rest > 1 && 'end'].filter(Boolean).join(' '))
      hideCut(element)
    }
    const sizes = new ResizeObserver(note)
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', note, { passive: true })
    note()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [children])
  const move = (way: 1 | -1) => {
    const element = line.current
    if (!element) return
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    element.scrollTo({ left: nextStop(element, way), behavior })
  }
  return (
    <div className="sideways" data-more={more || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus of its parts is heard here once */}
      <div ref={line} className={className} onFocus={(event) => showWhole(event.target)}>
        {children}
      </div>
      {more.includes('start') && (
        <ArrowButton onPress={() => move(-1)}>
          <ChevronLeft />
        </ArrowButton>
      )}
      {more.includes('end') && (
        <ArrowButton onPress={() => move(1)}>
          <ChevronRight />
        </ArrowButton>
      )}
    </div>
  )
}

type Span = { part: HTMLElement; start: number; end: number }

/** What the arrows cover. */
function edgesOf(line: HTMLElement) {
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(line)
  return {
    left: Number.parseFloat(scrollPaddingLeft) || 0,
    right: Number.parseFloat(scrollPaddingRight) || 0,
  }
}

/** The parts, in the measure of `scrollLeft`, and what is whole between the arrows. */
function partsOf(line: HTMLElement) {
  const { left, right } = edgesOf(line)
  const { scrollLeft, clientWidth, scrollWidth } = line
  const from = scrollLeft > 1 ? scrollLeft + left : 0
  const until = scrollLeft + clientWidth < scrollWidth - 1 ? scrollLeft + clientWidth - right : scrollWidth
  const parts = [...line.querySelectorAll<HTMLElement>('a, button')].map((part): Span => {
    const start = part.offsetLeft - line.offsetLeft
    return { part, start, end: start + part.offsetWidth }
  })
  return { parts, from, until, left, right }
}

/** None, where no part has room between the arrows. */
function hideCut(line: HTMLElement) {
  const { parts, from, until } = partsOf(line)
  const isWhole = ({ start, end }: Span) => start >= from - 1 && end <= until + 1
  const isAnyWhole = parts.some(isWhole)
  for (const each of parts) each.part.toggleAttribute('data-cut', isAnyWhole && !isWhole(each))
}

/** Where the first part that is not whole is next to the arrow; where a part is wider than the line, a part of it. */
function nextStop(line: HTMLElement, way: 1 | -1): number {
  const { parts, from, until, left, right } = partsOf(line)
  const next =
    way > 0 ? parts.find(({ end }) => end > until + 1) : parts.findLast(({ start }) => start < from - 1)
  const stop = next && (way > 0 ? next.start - left : next.end - line.clientWidth + right)
  const isOn = stop !== undefined && way * (stop - line.scrollLeft) > 1
  return isOn ? stop : line.scrollLeft + way * line.clientWidth * 0.6
}

/** Browsers leave a part where it is that is half in sight. Not under a pointer, which would miss it. */
function showWhole(part: HTMLElement) {
  if (part.matches(':focus-visible')) part.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** For the pointer alone: who uses the keyboard or a screen reader reaches the parts themselves. */
function ArrowButton({ onPress, children }: { onPress: () => void; children: React.ReactNode }) {
  return (
    <button type="button" tabIndex={-1} aria-hidden="true" onClick={onPress}>
      {children}
    </button>
  )
}
