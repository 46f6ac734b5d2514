import type { News } from '#domain/lists/browse.server.ts'
import { LATEST_COUNT } from '#domain/lists/paper-lists.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useViewCount } from '#web/routes/visitor/counting/use-view-count.ts'
import { NoPapers } from '#web/routes/visitor/paper-card/no-papers.tsx'
import { OpenPaper, PaperThumbnail } from '#web/routes/visitor/paper-card/paper-card-parts.tsx'
import { grouped } from '#web/ui/grouped.ts'
import { Mark } from '#web/ui/mark.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { QuestionHead } from './question-head.tsx'
import { useCarousel } from './use-carousel.ts'

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
