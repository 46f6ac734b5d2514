import { toastError } from '#web/routes/admin/client/failure-of.ts'
import { keepFocus } from './list-heading.ts'
import './drawing-jobs-line.css'
import { countPapers } from '#web/routes/admin/papers/bulk/bulk-outcome.ts'
import type { useDrawingJobs } from './use-drawing-jobs.ts'

/** The server lists no more failures. */
const MAX_LISTED = 100

type Drawing = ReturnType<typeof useDrawingJobs>

/** Announced only after Try again: the changing count alone would interrupt. */
export function DrawingJobsLine({ jobs, retry }: Drawing) {
  const { waiting = 0 } = jobs ?? {}
  return (
    <div className="drawing-jobs-line" aria-live={retry.isSuccess ? 'polite' : 'off'}>
      {waiting > 0 && (
        <p>
          {countPapers(waiting)} {waiting === 1 ? 'is' : 'are'} being prepared for reading.
        </p>
      )}
    </div>
  )
}

export function UnreadPapers({ jobs, retry, onOpen }: Drawing & { onOpen: (id: string) => void }) {
  const { failed = [] } = jobs ?? {}
  const tryAgain = () => retry.mutate(undefined, { onSuccess: keepFocus, onError: toastError })
  if (failed.length === 0) return null
  return (
    <section className="unread-papers" aria-label="Papers that cannot be prepared for reading">
      <p>
        {sayFailed(failed.length)}
        <button type="button" className="action" disabled={retry.isPending} onClick={tryAgain}>
          {retry.isPending && <span className="spinner" aria-hidden="true" />}
          <span className="sweeps">Try again</span>
        </button>
      </p>
      {failed.length === 1 ? (
        <Named papers={failed} onOpen={onOpen} />
      ) : (
        <details>
          <summary>Which papers, and why</summary>
          <Named papers={failed} onOpen={onOpen} />
        </details>
      )}
    </section>
  )
}

function sayFailed(papers: number) {
  if (papers >= MAX_LISTED) return `The files of ${countPapers(papers)} or more cannot be shown page by page.`
  return `The ${papers === 1 ? 'file' : 'files'} of ${countPapers(papers)} cannot be shown page by page.`
}

type NamedProps = {
  papers: { paperId: string; title: string; fault: string }[]
  onOpen: (id: string) => void
}

function Named({ papers, onOpen }: NamedProps) {
  return (
    <ul>
      {papers.map(({ paperId, title, fault }) => (
        <li key={paperId}>
          <button type="button" className="action" onClick={() => onOpen(paperId)}>
            <span className="sweeps" lang={/\p{Script=Tamil}/u.test(title) ? 'ta' : undefined}>
              {title}
            </span>
          </button>
          <span>{fault}</span>
        </li>
      ))}
    </ul>
  )
}
