import { describeProgress } from '#domain/recognition/time-left.ts'
import { toastError } from '#web/routes/admin/client/failure-of.ts'
import { keepFocus } from './list-heading.ts'
import './drawing-jobs-line.css'
import { useReaches } from '#web/routes/admin/layout.tsx'
import { countPapers } from '#web/routes/admin/papers/use-bulk.ts'
import type { Retried, useDrawingJobs } from './use-drawing-jobs.ts'

/** The server lists no more failures. */
const MAX_LISTED = 100
/** Of a paper, by their numbers. */
const MOST_PAGES = 8

type Drawing = ReturnType<typeof useDrawingJobs>

/** Announced only after Try again: the changing count alone would interrupt. */
export function DrawingJobsLine({ jobs, retry }: Drawing) {
  const { waiting = 0, scans = null } = jobs ?? {}
  return (
    <div className="drawing-jobs-line" aria-live={retry.isSuccess ? 'polite' : 'off'}>
      {waiting > 0 && (
        <p>
          {countPapers(waiting)} {waiting === 1 ? 'is' : 'are'} being prepared for reading.
        </p>
      )}
      {scans && <p>{describeProgress(scans)}</p>}
    </div>
  )
}

type Problem = { paperId: string; title: string; fault: string }
type Shown = Pick<Drawing, 'retry'> & { of: Retried['of']; onOpen: (id: string) => void }

export function UnreadPapers({ jobs, ...shown }: Drawing & Omit<Shown, 'of'>) {
  // The server that answers while another version is installed may not name those yet.
  const { failed = [], unread = [] } = jobs ?? {}
  const named = unread.map(({ pages, fault, ...paper }) => ({
    ...paper,
    fault: `${describePages(pages)}: ${fault}`,
  }))
  if (failed.length + unread.length === 0) return null
  return (
    <section className="unread-papers" aria-label="Papers that cannot be prepared for reading">
      {failed.length > 0 && (
        <Problems sentence={describeFailed(failed.length)} papers={failed} of="drawn" {...shown} />
      )}
      {named.length > 0 && <Problems sentence={describeUnread(unread)} papers={named} of="read" {...shown} />}
    </section>
  )
}

function Problems({ sentence, papers, ...shown }: Shown & { sentence: string; papers: Problem[] }) {
  const isEditor = useReaches('editor')
  return (
    <>
      <p>
        {sentence}
        {isEditor && <TryAgain {...shown} />}
      </p>
      {papers.length === 1 ? (
        <Named papers={papers} {...shown} />
      ) : (
        <details>
          <summary>Which papers, and why</summary>
          <Named papers={papers} {...shown} />
        </details>
      )}
    </>
  )
}

/** Of what its sentence says alone. */
function TryAgain({ retry, of, paper }: Pick<Shown, 'retry' | 'of'> & { paper?: Problem }) {
  const asked = { of, id: paper?.paperId }
  const isBusy = retry.isPending && retry.variables.of === of && retry.variables.id === asked.id
  const tryAgain = () => retry.mutate(asked, { onSuccess: keepFocus, onError: toastError })
  return (
    <button
      type="button"
      className="action"
      disabled={retry.isPending}
      onClick={tryAgain}
      aria-label={paper && `Try again: ${paper.title}`}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span className="sweeps">Try again</span>
    </button>
  )
}

function describeFailed(papers: number) {
  if (papers >= MAX_LISTED) return `The files of ${countPapers(papers)} or more cannot be shown page by page.`
  return `The ${papers === 1 ? 'file' : 'files'} of ${countPapers(papers)} cannot be shown page by page.`
}

function describeUnread(papers: { pages: number[] }[]) {
  const pages = papers.reduce((sum, paper) => sum + paper.pages.length, 0)
  const more = papers.length >= MAX_LISTED ? ' or more' : ''
  return `${pages} scanned ${pages === 1 ? 'page' : 'pages'} of ${countPapers(papers.length)}${more} could not be read: no search finds what is on ${pages === 1 ? 'it' : 'them'}.`
}

function describePages(pages: number[]) {
  const [named, more] = [pages.slice(0, MOST_PAGES).join(', '), pages.length - MOST_PAGES]
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${named}${more > 0 ? ` and ${more} more` : ''}`
}

function Named({ papers, onOpen, of, retry }: Shown & { papers: Problem[] }) {
  const isEditor = useReaches('editor')
  return (
    <ul>
      {papers.map((paper) => (
        <li key={paper.paperId}>
          <button type="button" className="action" onClick={() => onOpen(paper.paperId)}>
            <span className="sweeps" lang={/\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined}>
              {paper.title}
            </span>
          </button>
          <span>{paper.fault}</span>
          {isEditor && papers.length > 1 && <TryAgain retry={retry} of={of} paper={paper} />}
        </li>
      ))}
    </ul>
  )
}
