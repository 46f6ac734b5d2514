import AutoScroll from 'embla-carousel-auto-scroll'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { News } from '#domain/lists/browse.server.ts'
import { LATEST_COUNT } from '#domain/lists/paper-lists.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { formatNumber } from '#web/ui/format-number.ts'
import { Icon } from '#web/ui/icon.tsx'
import { paused } from '#web/ui/motion.ts'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import { OpenPaper, PaperThumbnail } from '../paper-card/paper-card.tsx'
import { QuestionHead } from './question-head.tsx'

/** Its letters are larger than a list's, and its column on a phone narrower: more than two lines of them. */
const LONG = 44

function LatestPaperCard({ paper, isNew }: { paper: Paper; isNew: boolean }) {
  const views = useViewCount(paper)
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const title = labels.shortTitle(paper.title)
  return (
    <article className="paper-card latest-card" data-subject={paper.subject}>
      {isNew && <span className="stamp stamp-new">{m.latest_stamp_new()}</span>}
      <PaperThumbnail paper={paper} width={119} />
      {paper.referenceLink && <span className="stamp">{m.card_answers_stamp()}</span>}
      <div className="latest-facts min-w-0">
        <p>
          <span className="badge">{labels.paperSubject(paper)}</span>
          <span>{labels.monthOf(paper)}</span>
        </p>
        <h3 lang={langOf(title)} data-long={title.length > LONG || undefined}>
          <Link to={paperPath(paper)} className="to-page">
            {title}
          </Link>
        </h3>
        <p>
          {paper.subject === ALL_SUBJECTS
            ? labels.grade(paper.grade)
            : labels.degree(paper.type, paper.grade)}
        </p>
        <p>{labels.weight(paper)}</p>
      </div>
      <footer>
        <OpenPaper paper={paper} answer={m.latest_reference()} />
        <small>{labels.views(views)}</small>
      </footer>
    </article>
  )
}

/** Who looks on without a sign has read the first card by then. */
const SECONDS_TO_READ = 6

/** `latest` is null when it could not be read. */
export function LatestPapers({ latest, number }: { latest: News | null; number: number }) {
  const m = useMessages()
  if (latest && latest.papers.length > 0) return <Carousel latest={latest} number={number} />
  return (
    <section className="home-section" aria-labelledby="latest">
      <QuestionHead id="latest" number={number} heading={m.latest_heading()}>
        <span className="latest-controls">
          <PauseButton />
        </span>
      </QuestionHead>
      <NoPapers failed={!latest} home="/" none={m.latest_none()} />
    </section>
  )
}

function Carousel({ latest: { papers, newIds, newInWeek }, number }: { latest: News; number: number }) {
  const { viewRef, carried, scrolls, step, follow, hold } = useCarousel()
  const count = papers.length
  const m = useMessages()
  return (
    <section className="home-section" aria-labelledby="latest" aria-roledescription={m.latest_carousel()}>
      <QuestionHead
        id="latest"
        number={number}
        heading={m.latest_heading()}
        marks={<Marks count={count} newInWeek={newInWeek} />}
      >
        {/* One button stops all that moves on the page, the phrases above as well. */}
        <span className="latest-controls">
          <PauseButton />
          {count > 1 && (
            <span className="latest-arrows" data-shown={(carried && scrolls) || undefined} {...hold}>
              <button
                type="button"
                className="icon-button"
                onClick={() => step(-1)}
                aria-label={m.latest_previous()}
              >
                <Icon name="left" />
              </button>
              <button
                type="button"
                className="icon-button"
                onClick={() => step(1)}
                aria-label={m.latest_next()}
              >
                <Icon name="right" />
              </button>
            </span>
          )}
        </span>
      </QuestionHead>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the reader is here, to stand still */}
      <div
        ref={viewRef}
        className="latest-row"
        data-hydrates={SECONDS_TO_READ}
        data-carried={carried || undefined}
        data-count={count}
        {...hold}
        onFocus={(event) => {
          hold.onFocus(event)
          follow(event)
        }}
      >
        <div className="latest-strip">
          {papers.map((paper, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern, not a fieldset
            <div
              key={paper.id}
              className="latest-slide"
              role="group"
              aria-roledescription={m.latest_slide()}
              aria-label={m.latest_at({ at: at + 1, count })}
            >
              <LatestPaperCard paper={paper} isNew={newIds.includes(paper.id)} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** What a phone has no room for next to the arrows is read out there. */
function Marks({ count, newInWeek }: { count: number; newInWeek: number }) {
  const m = useMessages()
  const [short, rest] =
    newInWeek > 0
      ? [m.latest_new({ count: formatNumber(newInWeek) }), m.latest_this_week()]
      : [count, count === LATEST_COUNT ? m.latest_newest() : m.latest_papers({ count })]
  return (
    <>
      {short}
      <span className="max-sm:sr-only"> {rest}</span>
    </>
  )
}

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
function useCarousel() {
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
