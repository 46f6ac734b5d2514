import AutoScroll from 'embla-carousel-auto-scroll'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { paused } from '#web/ui/motion.ts'
import { useStore } from '#web/ui/use-store.ts'

type EmblaCarouselType = NonNullable<UseEmblaCarouselType[1]>

const ROUND_SECONDS = 20
/** The plugin moves in steps of 1/60 s, whatever the refresh rate. */
const STEPS_A_SECOND = 60
const OPTIONS = {
  loop: true,
  align: 'start',
  dragFree: true,
  // `follow` handles focus, from a Tab as from a screen reader.
  watchFocus: false,
  breakpoints: { '(prefers-reduced-motion: reduce)': { active: false } },
} as const

/** Scrolls unless hovered, focused, paused or out of sight; with reduced motion the browser scrolls the row. */
export function useCarousel() {
  const [speed, setSpeed] = useState(0)
  const [loops, setLoops] = useState(false)
  const [scrolls, setScrolls] = useState(false)
  const plugins = useMemo(() => [AutoScroll({ speed, startDelay: 0, playOnInit: false })], [speed])
  const [viewRef, api] = useEmblaCarousel(OPTIONS, plugins)
  const { held, hold } = useHold(api?.rootNode())
  useEffect(() => {
    if (!api) return
    const measure = () => {
      const { limit, options } = api.internalEngine()
      setSpeed(limit.length / (ROUND_SECONDS * STEPS_A_SECOND))
      setLoops(Boolean(options.loop))
      setScrolls(options.loop || api.canScrollNext() || api.canScrollPrev())
    }
    measure()
    api.on('reInit', measure)
    return () => void api.off('reInit', measure)
  }, [api])
  useEffect(() => {
    if (!api || !speed || !loops) return
    const run = () => {
      if (held) autoScrollOf(api)?.stop()
      else autoScrollOf(api)?.play()
    }
    run()
    api.on('reInit', run).on('settle', run)
    return () => void api.off('reInit', run).off('settle', run)
  }, [api, speed, loops, held])

  function step(by: 1 | -1) {
    if (!api) return
    const row = api.rootNode()
    const slide = row.querySelector('[aria-roledescription="slide"]')
    if (isScrolledByBrowser(row)) row.scrollBy({ left: by * (slide?.clientWidth ?? row.clientWidth) })
    autoScrollOf(api)?.stop()
    if (by === 1) api.scrollNext()
    else api.scrollPrev()
  }

  function follow(event: FocusEvent) {
    if (!api || !event.target.matches(':focus-visible')) return
    const row = api.rootNode()
    if (isScrolledByBrowser(row)) return
    row.scrollLeft = 0
    autoScrollOf(api)?.stop()
    const at = api.slideNodes().findIndex((slide) => slide.contains(event.target))
    if (at >= 0) api.scrollTo(at, true)
  }
  return { viewRef, carried: Boolean(api), scrolls, step, follow, hold }
}

/** undefined where reduced motion was asked for from the start. */
function autoScrollOf(api: EmblaCarouselType) {
  const plugins: ReturnType<EmblaCarouselType['plugins']> | undefined = api.plugins()
  return plugins?.autoScroll
}

function isScrolledByBrowser(row: HTMLElement) {
  return getComputedStyle(row).overflowX === 'auto'
}

function useHold(row: HTMLElement | undefined) {
  const isPaused = useStore(paused)
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
    // A clicked button keeps the focus, but not the ring: the strip goes on when the pointer has left.
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  })
  return { held: isPaused || hovered || focused || !seen, hold: hold.current }
}
