import { formatsOf } from '#domain/language/formats.ts'
import { isLongTitle, type Labels, unbroken } from '#domain/language/labels.ts'
import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { isOfWholeExam, type Paper, type SetOfExam } from '#domain/paper/paper.ts'
import type { QuestionPicture } from '#domain/questions/question-picture.server.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { ownState, variantOutsideTitle } from '#web/state-boards.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { SavedMark } from '../downloads/save-list.tsx'
import { PickPaper } from '../picked/pick-paper.tsx'

type PaperCardProps = {
  paper: Paper & Pick<FoundPaper, 'asked' | 'changed'>
  inside?: Inside
  sets?: SetOfExam[]
  /** Below a heading of its subject it is an h4: the card begins with its title. */
  heading: 'h2' | 'h3' | 'h4'
  /** At the top of its page: its picture is the largest contentful paint. */
  opens?: boolean
  /** No heading above says its class. */
  alone?: boolean
}

export function PaperCard({ paper, inside, sets, heading: Heading, opens, alone = false }: PaperCardProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const views = useViewCount(paper)
  const title = labels.shortTitle(paper.title)
  const besides = labels.variant(variantOutsideTitle({ ...paper, kind: '' }, ownState(useCentre())))
  const kind = paper.kind && <span className="badge">{labels.variant(paper.kind)}</span>
  const isBelowSubject = Heading === 'h4'
  const subject = labels.paperSubject(paper)
  return (
    <article className="paper-card" data-subject={paper.subject}>
      <PaperThumbnail paper={paper} width={96} opens={opens} />
      {paper.referenceLink && <span className="stamp">{m.card_answers_stamp()}</span>}
      <SavedMark id={paper.id} />
      {!isBelowSubject && (
        <p>
          <span className="badge">{subject}</span> {kind}
          {` ${alone ? classAndMonth(paper, labels) : labels.monthOf(paper)}`}
          {besides && `\u00a0· ${unbroken(besides)}`}
        </p>
      )}
      <Heading lang={langOf(title)} data-long={isLongTitle(title) || undefined}>
        <Link className="to-page" to={paperPath(paper)}>
          {title}
        </Link>
      </Heading>
      {isBelowSubject && (
        <p>
          {kind}{' '}
          {[labels.monthOf(paper), subject, besides && unbroken(besides)].filter(Boolean).join('\u00a0· ')}
        </p>
      )}
      <p>{`${unbroken(labels.weight(paper))}\u00a0· ${labels.views(views)}`}</p>
      <PaperNoteLines asked={paper.asked} changed={paper.changed} />
      {sets && <ExamSets paper={paper} sets={sets} />}
      {inside && <FoundInside paper={paper} inside={inside} />}
      <footer>
        <OpenPaper paper={paper} answer={m.card_answer()} />
        <PickPaper paper={paper} />
      </footer>
    </article>
  )
}

/** That its syllabus has changed, and that it came because it was asked for. */
export function PaperNoteLines({
  asked,
  changed,
  isWhole = false,
}: Pick<FoundPaper, 'asked' | 'changed'> & {
  /** On the paper's page, where there is room to say what that means. */
  isWhole?: boolean
}) {
  const m = useMessages()
  const formats = formatsOf(useLanguage())
  const sentence = changed ? m.card_syllabus_changed({ year: changed }) : m.card_old_syllabus()
  return (
    <>
      {changed !== undefined && (
        <p>
          <small className="old-syllabus">{isWhole ? `${sentence}: ${m.card_parts_gone()}` : sentence}</small>
        </p>
      )}
      {asked && (
        <p className="print:hidden">
          {m.card_asked_for({ count: asked.times, day: formats.shortDay(asked.since) })}
        </p>
      )}
    </>
  )
}

/** "12th CBSE · March 2024" as one word, which is on a line of its own; the month where the badge says the exam. */
function classAndMonth(paper: Paper, labels: Labels) {
  const name = isOfWholeExam(paper) ? '' : `${labels.shortDegree(paper.type, paper.grade)} · `
  const line = name + labels.monthOf(paper)
  if (line.length <= LONGEST_WORD) return line.replaceAll(' ', '\u00a0')
  // Words of Tamil are long: of such a line each part stays whole, and one wider than a card breaks before its board.
  const parts = line.split(' · ').map((part) => {
    const whole = unbroken(part)
    return part.length > LONGEST_PART ? whole.replace(/\u00a0(\S+)\u00a0/, '\u00a0$1 ') : whole
  })
  return parts.join('\u00a0· ')
}

const LONGEST_WORD = 28
const LONGEST_PART = 22

type Inside = NonNullable<FoundPaper['inside']>

function FoundInside({
  paper,
  inside: { page, line, marks, recognised, question },
}: {
  paper: Paper
  inside: Inside
}) {
  const m = useMessages()
  const langOf = useTextLang()
  const foundIn = question
    ? m.card_found_in_question({ number: question.number, page })
    : recognised
      ? m.card_found_on_scan({ page })
      : m.card_found_on_page({ page })
  return (
    <Link className="found-inside" to={paperPath(paper) + questionAddress(page, paper.pages, question?.id)}>
      <b>{foundIn}</b>{' '}
      <q lang={langOf(line)}>
        {piecesOf(line, marks).map(({ from, text, isMarked }) =>
          isMarked ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
        )}
      </q>
      {question?.picture && <PrintedQuestion picture={question.picture} />}
    </Link>
  )
}

/** In pixels: a card's width within its edges, and as low as a question of one line is. */
const [MOST_WIDE, LOW] = [320, 52]

/** Its line says what it is about. Its place is as high before the picture is there as with it, which is trimmed. */
function PrintedQuestion({ picture: { address, width, height } }: { picture: QuestionPicture }) {
  const isTall = height * Math.min(1, MOST_WIDE / width) > LOW
  return (
    <span className="question-image found-cut" data-tall={isTall || undefined}>
      <img
        src={address}
        width={width}
        height={height}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    </span>
  )
}

function piecesOf(line: string, marks: Inside['marks']) {
  const pieces: { from: number; text: string; isMarked: boolean }[] = []
  let at = 0
  const take = (to: number, isMarked: boolean) => {
    if (to > at) pieces.push({ from: at, text: line.slice(at, to), isMarked })
    at = Math.max(at, to)
  }
  for (const [start, end] of marks) {
    take(start, false)
    take(end, true)
  }
  take(line.length, false)
  return pieces
}

/** "Set 1 · 2 · 3": the way to the other sets of a paper's exam. */
export function ExamSets({ paper, sets }: { paper: Paper; sets: SetOfExam[] }) {
  const m = useMessages()
  const labels = useLabels()
  const own = paperPath(paper)
  return (
    <nav className="exam-sets" aria-label={m.card_sets_label({ title: labels.title(paper.title) })}>
      <span aria-hidden="true">{m.card_set()}</span>
      <ul>
        {sets.map(({ set, path }) => (
          <li key={path}>
            {path === own ? (
              <b aria-current="true">
                <span className="sr-only">{`${m.card_this_is_set()} `}</span>
                {set}
              </b>
            ) : (
              <Link to={path}>
                <span className="sr-only">{`${m.card_set()} `}</span>
                {set}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const A4 = Math.SQRT2

/** The ruled sheet stays visible where the picture is missing; `opens` loads the picture first. */
export function PaperThumbnail({
  paper,
  width,
  opens = false,
}: {
  paper: Paper
  width: number
  opens?: boolean
}) {
  const labels = useLabels()
  return (
    <span className="thumbnail" aria-hidden="true">
      <span className="ruled-name">{labels.paperSubject(paper)}</span>
      <span className="ruled-year">{paper.year}</span>
      {paper.thumbnail && (
        <img
          src={paper.thumbnail}
          alt=""
          width={width}
          height={Math.round(width * A4)}
          loading={opens ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  )
}

export function OpenPaper({ paper, answer }: { paper: Paper; answer: string }) {
  const m = useMessages()
  const labels = useLabels()
  const title = labels.title(paper.title)
  return (
    <>
      <a
        className="open"
        href={paper.link}
        target="_blank"
        rel="noopener"
        aria-label={m.card_view_label({ title, weight: unbroken(labels.weight(paper)) })}
        data-views={paper.id}
      >
        {m.card_view()}
      </a>
      {paper.referenceLink && (
        <a
          href={paper.referenceLink}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.card_answer_label({ answer, title })}
        >
          {answer}
        </a>
      )}
    </>
  )
}

type Part = { at: number; id: string; name: string; marks: string; children: React.ReactNode }

export function SolvedPart({ at, id, name, marks, children }: Part) {
  return (
    <section className="solved-part" aria-labelledby={id}>
      <div className="question">
        <span className="number" aria-hidden="true">
          {at}.
        </span>
        <h2 id={id}>{name}</h2>
        <span className="marks">[{marks}]</span>
      </div>
      {children}
    </section>
  )
}
