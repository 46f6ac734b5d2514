import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type SidewaysProps = {
  /** Selects the part that is brought into sight, again when `changed` does. */
  chosen: string
  changed: unknown
  className?: string
  children: React.ReactNode
}

/** A line that scrolls sideways where it does not fit: an arrow stands at the edge that has more behind it. */
export function Sideways({ chosen, changed, className = '', children }: SidewaysProps) {
  const line = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen part is to be seen as well
  useEffect(() => {
    const element = line.current
    const part = element?.querySelector<HTMLElement>(chosen)
    if (!element || !part) return
    const middle = part.offsetLeft - element.offsetLeft + part.offsetWidth / 2
    element.scrollTo({ left: middle - element.clientWidth / 2 })
  }, [chosen, changed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts may need more room
  useEffect(() => {
    const element = line.current
    if (!element) return
    const note = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft
      setMore([element.scrollLeft > 1 && 'start', rest > 1 && 'end'].filter(Boolean).join(' '))
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
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    line.current?.scrollBy({ left: way * line.current.clientWidth * 0.6, behavior })
  }
  return (
    <div className="sideways" data-more={more || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus of its parts is heard here once */}
      <div ref={line} className={className} onFocus={(event) => showWhole(event.target)}>
        {children}
      </div>
      {more.includes('start') && (
        <ArrowButton onPress={() => move(-1)}>
          <ChevronLeft className="size-5" />
        </ArrowButton>
      )}
      {more.includes('end') && (
        <ArrowButton onPress={() => move(1)}>
          <ChevronRight className="size-5" />
        </ArrowButton>
      )}
    </div>
  )
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
