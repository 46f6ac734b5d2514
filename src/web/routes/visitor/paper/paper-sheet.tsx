import { useCallback, useRef, useState } from 'react'
import type { Part } from '#domain/page-images/page-image.ts'
import type { PaperNotes, PublishedPaper, SetOfExam } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { countView } from '../counting/count-one.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { type SaveBytes, SavePapers } from '../downloads/save-papers.tsx'
import { ExamSets, PaperNoteLines } from '../paper-card/paper-card.tsx'
import { PickPaper } from '../picked/pick-paper.tsx'
import { SomePages } from '../picked/some-pages.tsx'
import { SendOn } from '../share-row.tsx'
import type { PageQuestion } from './page-question.ts'
import { Reader } from './page-viewer.tsx'
import { PaperFacts } from './paper-facts.tsx'
import { type QrCode, qrPath } from './qr-path.ts'
import { QuestionList } from './question-list.tsx'
import { usePagesToCome } from './use-pages-to-come.ts'

/** What saving the paper without its PDF takes. */
export type BytesToSave = Omit<SaveBytes, 'files'>

type SheetProps = {
  paper: PublishedPaper
  sets: SetOfExam[]
  notes: Pick<PaperNotes, 'asked' | 'changed'>
  part: Part | null
  questions: PageQuestion[]
  saveBytes: BytesToSave | null
  address: string
  qr: QrCode
}

export function PaperSheet({ paper, sets, notes, part, questions, saveBytes, address, qr }: SheetProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const views = useViewCount(paper)
  const title = labels.title(paper.title)
  const countReading = useOnce(() => void countView(paper.id))
  // Pages rendered while this one is open do not replace its picture by themselves.
  const [isReading, setReading] = useState(part !== null && part.rendered > 0)
  const opens = {
    target: '_blank',
    rel: 'noopener',
    'data-views': paper.id,
  }
  return (
    <article
      className="front-sheet"
      data-reads={isReading || undefined}
      data-subject={paper.subject}
      aria-labelledby="paper-title"
    >
      <header className="front-head" data-one-way={!paper.referenceLink || undefined}>
        {paper.referenceLink && <span className="stamp">{m.card_answers_stamp()}</span>}
        <h1
          id="paper-title"
          lang={langOf(title)}
          data-long={title.length > 60 || undefined}
          data-short={title.length < 30 || undefined}
        >
          {title}
        </h1>
        {sets.length > 0 && <ExamSets paper={paper} sets={sets} />}
        <PaperFacts paper={paper} views={views} />
        <PaperNoteLines {...notes} isWhole />
        <div className="front-ways">
          <a
            className="button"
            href={paper.link}
            {...opens}
            aria-label={m.paper_view_label({ weight: labels.weight(paper) })}
          >
            {m.card_view()}
          </a>
          {paper.referenceLink && (
            <a
              className="button button-line"
              href={paper.referenceLink}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={m.paper_answer_label()}
            >
              {m.card_answer()}
            </a>
          )}
        </div>
        <div className="front-ways front-share">
          <PickPaper paper={paper} />
          <SendOn title={labels.fullTitle(paper)} address={address} />
        </div>
        {part?.isDone && isReading && !paper.kind && (
          <div className="to-sit">
            {questions.length > 0 && (
              <QuestionList paper={paper} questions={questions} part={part} year={paper.year} />
            )}
            <Link className="action" to={`/papers/${paper.id}/sit`}>
              <span className="sweeps">{m.sit_heading()}</span>
            </Link>
            <Link className="action text-sm" to={`/papers/${paper.id}/sit#class`}>
              <span className="sweeps">{m.class_heading()}</span>
            </Link>
          </div>
        )}
        {part && !isReading && <PendingPages part={part} onBegin={() => setReading(true)} />}
      </header>
      {part && isReading ? (
        <Reader
          paper={paper}
          part={part}
          questions={questions}
          title={labels.fullTitle(paper)}
          address={address}
          savePanel={saveBytes && <SavePapers papers={[paper]} bytes={{ ...saveBytes, files: paper.size }} />}
          onRead={countReading}
        />
      ) : (
        <FirstPage paper={paper} opens={opens} />
      )}
      {paper.pages > 1 && <SomePages papers={[paper]} />}
      <PaperAddress address={address} qr={qr} />
    </article>
  )
}

function PaperAddress({ address, qr }: Pick<SheetProps, 'address' | 'qr'>) {
  const m = useMessages()
  return (
    <div className="front-address">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={m.paper_qr_label()}>
        <path d={qrPath(qr)} />
      </svg>
      <p>
        {m.paper_open_on_phone()}
        <br />
        <b>{address}</b>
      </p>
    </div>
  )
}

/** Out of the tab order: View Paper opens the same. */
function FirstPage({ paper, opens }: { paper: PublishedPaper; opens: React.ComponentProps<'a'> }) {
  const m = useMessages()
  const labels = useLabels()
  return (
    <a className="front-picture thumbnail" href={paper.link} {...opens} tabIndex={-1}>
      <span className="sr-only">{m.paper_page_1()}</span>
      <span className="ruled-name" aria-hidden="true">
        {labels.paperSubject(paper)}
      </span>
      <span className="ruled-year" aria-hidden="true">
        {paper.year}
      </span>
      {paper.thumbnail && (
        <img
          src={paper.thumbnail}
          alt=""
          width={480}
          height={679}
          loading="eager"
          fetchPriority="high"
          decoding="async"
        />
      )}
    </a>
  )
}

/** Reading pages here counts as one view, however far somebody reads. */
function useOnce(count: () => void) {
  const counted = useRef(false)
  const latest = useRef(count)
  latest.current = count
  return useCallback(() => {
    if (counted.current) return
    counted.current = true
    latest.current()
  }, [])
}

function PendingPages({ part, onBegin }: { part: Part; onBegin: () => void }) {
  const m = useMessages()
  const isLooking = usePagesToCome(part.isDone, part.rendered)
  if (part.isDone && part.rendered === 0) return null
  return (
    <div className="read-here-soon" role="status">
      {part.rendered > 0 ? (
        <>
          <p>{m.reader_pages_ready()}</p>
          <button type="button" className="button button-line" onClick={onBegin}>
            {m.reader_read_here()}
          </button>
        </>
      ) : (
        <p>{isLooking ? m.reader_soon() : m.reader_not_yet()}</p>
      )}
    </div>
  )
}
