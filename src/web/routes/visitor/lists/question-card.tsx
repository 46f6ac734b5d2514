import { unbroken } from '#domain/language/labels.ts'
import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { isOfWholeExam } from '#domain/paper/paper.ts'
import type { NamedChapter } from '#domain/questions/chapters/chapter-names.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import type {
  FoundQuestion,
  AskedIn as FoundYear,
} from '#domain/search/questions/read-found-questions.server.ts'
import { bookmarkOf } from '#domain/sitting/bookmarks.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { ownState, variantOutsideTitle } from '#web/state-boards.ts'
import { PickQuestion } from '../picked/pick-paper.tsx'
import { BookmarkButton } from '../sitting/bookmark-button.tsx'
import type { ReadList } from './failed-list.ts'
import { addressOf } from './list-address.ts'

/** A screen reader reads it whole before it comes to the next question. */
const LONGEST_ALT = 600
/** In pixels: a column's letters are large enough on a phone, a page's are not. */
const READABLE = 820

export type CardQuestion = Omit<FoundQuestion, 'askedIn'> & { askedIn: AskedYear[] }

type CardProps = { question: CardQuestion; opens: boolean }

/** A question as it is printed; without a picture of its page, its text. It leads to where it is in its paper. */
export function QuestionCard({ question, opens }: CardProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { paper, id, number, marks, page, text, picture, askedIn, chapters, gone } = question
  const besides = labels.variant(variantOutsideTitle(paper, ownState(useCentre())))
  const name = isOfWholeExam(paper) ? '' : labels.shortDegree(paper.type, paper.grade)
  const title = labels.shortTitle(paper.title)
  const line = text.replace(/\s+/g, ' ').trim()
  const alt = line.length > LONGEST_ALT ? `${line.slice(0, LONGEST_ALT)} …` : line
  const bookmark = bookmarkOf({
    paper,
    question: { id, number, marks, text: alt },
    ...{ page, pages: paper.pages },
    shown: picture ?? { pages: [], base: '', areas: [] },
  })
  return (
    <article className="question-card" data-subject={paper.subject}>
      <header>
        <h2>
          <Link className="to-page" to={paperPath(paper) + questionAddress(page, paper.pages, id)}>
            {m.questions_one({ number })}
          </Link>
        </h2>
        {marks !== null && <span className="marks">{`[${m.questions_marks({ count: marks })}]`}</span>}
        {picture && picture.width > READABLE && (
          <label className="enlarges">
            <input type="checkbox" aria-label={m.questions_enlarge({ number })} />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2L21 21M7.5 10.5h6" />
              <path d="M10.5 7.5v6" />
            </svg>
          </label>
        )}
      </header>
      {picture ? (
        <div className="question-image">
          <img
            src={picture.address}
            width={picture.width}
            height={picture.height}
            alt={alt}
            lang={langOf(line)}
            loading={opens ? 'eager' : 'lazy'}
            decoding="async"
            draggable={false}
          />
        </div>
      ) : (
        <p className="question-text" lang={langOf(line)}>
          {text}
        </p>
      )}
      <p>
        <span className="badge">{labels.paperSubject(paper)}</span>
        {` ${[name, labels.monthOf(paper), besides].filter(Boolean).map(unbroken).join(' · ')}`}
      </p>
      <p lang={langOf(title)}>{title}</p>
      {gone !== null && (
        <p>
          <small className="old-syllabus">{m.questions_gone({ year: gone })}</small>
        </p>
      )}
      {chapters.length > 0 && <ChaptersOf chapters={chapters} />}
      <p className="relative z-1 w-fit">
        <BookmarkButton bookmark={bookmark} />
      </p>
      {askedIn.length > 0 && (
        <p>
          <AskedIn years={askedIn} own={paper.year} />
        </p>
      )}
      <PickQuestion question={{ paperId: paper.id, id, number }} title={title} />
    </article>
  )
}

/** Those that are sure by their names, others as "Maybe: Circles and Triangles". */
function ChaptersOf({ chapters }: { chapters: readonly NamedChapter[] }) {
  const m = useMessages()
  const langOf = useTextLang()
  const names = useLabels().and(chapters.map(({ name }) => name))
  const label = chapters.every(({ isSure }) => isSure) ? names : m.questions_maybe({ chapters: names })
  return (
    <p className="question-chapters" lang={langOf(label)}>
      {label}
    </p>
  )
}

/** `path` leads to the question in a paper of that year. */
export type AskedYear = { year: number; path: string }

export function packYear({ year, paper, page, id }: FoundYear): AskedYear {
  return { year, path: paperPath(paper) + questionAddress(page, paper.pages, id) }
}

type AskedInProps = { years: AskedYear[]; own: number }

/** "Asked in 2019, 2021 and 2023": each year but the paper's own leads to the question there. */
export function AskedIn({ years, own }: AskedInProps) {
  const m = useMessages()
  const label = m.questions_asked_in({ years: useLabels().and(years.map(({ year }) => String(year))) })
  const pathOf = new Map(years.map(({ year, path }) => [String(year), path]))
  return (
    <span className="asked-in">
      {label.split(/(\d{4})/).map((part) => {
        const path = pathOf.get(part)
        return path && part !== String(own) ? (
          <Link key={part} to={path}>
            {part}
          </Link>
        ) : (
          part
        )
      })}
    </span>
  )
}

/** From a search for papers to the questions with the same words, under the filters that both have. */
export function QuestionsInside({
  list,
}: {
  list: Pick<ReadList, 'questions'> & { filter: PaperFilter; q: string }
}) {
  const m = useMessages()
  const labels = useLabels()
  const { total, more } = list.questions
  if (total === 0) return null
  const { ownState: _, ...carried } = questionFilterOf(list.filter)
  return (
    <p className="questions-inside">
      <Link className="action" to={addressOf('/questions', { ...carried, answered: undefined, q: list.q })}>
        <span className="sweeps">{m.questions_inside({ questions: labels.questions(total, more) })}</span>
      </Link>
    </p>
  )
}

export function questionFilterOf({
  type,
  grade,
  subject,
  board,
  ownState,
  year,
}: PaperFilter): QuestionFilter {
  return { type, grade, subject, board, ownState, from: year, to: year }
}
