import AutoScroll from 'embla-carousel-auto-scroll'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { usePaused } from '#web/ui/motion.ts'

type EmblaCarouselType = NonNullable<UseEmblaCarouselType[1]>

/** One round of all slides. */
const ROUND_SECONDS = 20
/** The carousel moves in steps of a sixtieth of a second, however often the screen is drawn. */
const STEPS_A_SECOND = 60
const OPTIONS = {
  loop: true,
  align: 'start',
  dragFree: true,
  // The focus is followed below, by whatever it comes: a Tab, or a screen reader.
  watchFocus: false,
  breakpoints: { '(prefers-reduced-motion: reduce)': { active: false } },
} as const

/**
 * A strip of slides that goes round by itself: held while it is hovered, focused, paused or out of sight. Where
 * stillness is asked for, or without JavaScript, it stays the row that the browser scrolls.
 */
export function useCarousel() {
  const [speed, setSpeed] = useState(0)
  const [turns, setTurns] = useState(false)
  const [scrolls, setScrolls] = useState(false)
  const plugins = useMemo(() => [AutoScroll({ speed, startDelay: 0, playOnInit: false })], [speed])
  const [viewRef, api] = useEmblaCarousel(OPTIONS, plugins)
  const { held, hold } = useHold(api?.rootNode())
  useEffect(() => {
    if (!api) return
    const measure = () => {
      const { limit, options } = api.internalEngine()
      setSpeed(limit.length / (ROUND_SECONDS * STEPS_A_SECOND))
      setTurns(Boolean(options.loop))
      setScrolls(options.loop || api.canScrollNext() || api.canScrollPrev())
    }
    measure()
    api.on('reInit', measure)
    return () => void api.off('reInit', measure)
  }, [api])
  useEffect(() => {
    if (!api || !speed || !turns) return
    const run = () => {
      if (held) motorOf(api)?.stop()
      else motorOf(api)?.play()
    }
    run()
    api.on('reInit', run).on('settle', run)
    return () => void api.off('reInit', run).off('settle', run)
  }, [api, speed, turns, held])

  /** Goes to the next slide (1) or the one before (-1). */
  function step(by: 1 | -1) {
    if (!api) return
    const row = api.rootNode()
    const slide = row.querySelector('[aria-roledescription="slide"]')
    if (isScrolledByBrowser(row)) row.scrollBy({ left: by * (slide?.clientWidth ?? row.clientWidth) })
    motorOf(api)?.stop()
    if (by === 1) api.scrollNext()
    else api.scrollPrev()
  }

  /** Brings the slide to which the focus came into view. */
  function follow(event: FocusEvent) {
    if (!api || !event.target.matches(':focus-visible')) return
    const row = api.rootNode()
    if (isScrolledByBrowser(row)) return
    row.scrollLeft = 0
    motorOf(api)?.stop()
    const at = api.slideNodes().findIndex((slide) => slide.contains(event.target))
    if (at >= 0) api.scrollTo(at, true)
  }
  return { viewRef, carried: Boolean(api), turns, scrolls, step, follow, hold }
}

/** What moves the strip; undefined where stillness was asked for before it could begin. */
function motorOf(api: EmblaCarouselType) {
  const plugins: ReturnType<EmblaCarouselType['plugins']> | undefined = api.plugins()
  return plugins?.autoScroll
}

function isScrolledByBrowser(row: HTMLElement) {
  return getComputedStyle(row).overflowX === 'auto'
}

/** Whether the strip must stand still, and the handlers that tell. */
function useHold(row: HTMLElement | undefined) {
  const [paused] = usePaused()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!row) return
    const watcher = new IntersectionObserver(([entry]) => setSeen(Boolean(entry?.isIntersecting)))
    watcher.observe(row)
    return () => watcher.disconnect()
  }, [row])
  const hold = useRef({
    onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    // A pressed button keeps the focus, but not the ring: the strip may go on when the pointer has left.
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  })
  return { held: paused || hovered || focused || !seen, hold: hold.current }
}
