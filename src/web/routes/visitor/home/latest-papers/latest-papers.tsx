import { LATEST_COUNT } from '#domain/lists/list-sizes.ts'
import type { News } from '#domain/lists/news.server.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { NoPapers } from '#web/routes/visitor/paper-card/no-papers.tsx'
import { grouped } from '#web/ui/grouped.ts'
import { Mark } from '#web/ui/mark.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { QuestionHead } from '../question-head.tsx'
import { useCarousel } from '../use-carousel.ts'
import { LatestPaperCard } from './latest-paper-card.tsx'

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
                <Mark name="left" />
              </button>
              <button
                type="button"
                className="icon-button"
                onClick={() => step(1)}
                aria-label={m.latest_next()}
              >
                <Mark name="right" />
              </button>
            </span>
          )}
        </span>
      </QuestionHead>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the reader is here, to stand still */}
      <div
        ref={viewRef}
        className="latest-row"
        data-wakes={SECONDS_TO_READ}
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

/** What a phone has no room for beside the arrows is read out there. */
function Marks({ count, newInWeek }: { count: number; newInWeek: number }) {
  const m = useMessages()
  const [short, rest] =
    newInWeek > 0
      ? [m.latest_new({ count: grouped(newInWeek) }), m.latest_this_week()]
      : [count, count === LATEST_COUNT ? m.latest_newest() : m.latest_papers({ count })]
  return (
    <>
      {short}
      <span className="max-sm:sr-only"> {rest}</span>
    </>
  )
}
