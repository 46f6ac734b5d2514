import { RotateCw, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmButton } from './confirm-button.tsx'
import { keepFocus, nextFocusOf } from './row-buttons.tsx'
import './list-notes.css'
import { Link } from 'react-router'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { describeProgress } from '#domain/recognition/time-left.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { toastError } from '../client/call-error.ts'
import { useReaches } from '../layout.tsx'
import { describeReviewReason } from './drafts.ts'
import { countPapers } from './use-bulk.ts'
import { readQuestions, sendQuestions } from './use-edits.ts'
import type { LastAction, PaperActions } from './use-paper-actions.ts'
import type { Retried, useRenderJobs } from './use-papers-list.ts'

export function SamplesNote({ onRemove }: { onRemove: () => Promise<void> }) {
  return (
    <p className="admin-sheet admin-note mt-5">
      Sample papers fill the catalogue, so that the site can be looked at.
      <ConfirmButton
        name="Remove all samples"
        question="Remove all sample papers?"
        explanation="The papers you uploaded stay. The samples do not come back."
        onConfirm={onRemove}
      />
    </p>
  )
}

/** The last action with Undo, or Go on after an interruption, until the next action. */
export function LastLine({ last }: { last: LastAction | null }) {
  const [busy, setBusy] = useState(false)
  async function act(action: () => Promise<unknown>) {
    setBusy(true)
    await action()
    setBusy(false)
    keepFocus()
  }
  return (
    <div className="last-line" aria-live="polite">
      {last && (
        <p>
          {last.sentence}
          {last.undo && (
            <LineButton name="Undo" Mark={Undo2} busy={busy} act={() => act(last.undo as PaperAction)} />
          )}
          {last.goOn && (
            <LineButton name="Go on" Mark={RotateCw} busy={busy} act={() => act(last.goOn as PaperAction)} />
          )}
        </p>
      )}
    </div>
  )
}

type PaperAction = () => Promise<unknown>

function LineButton({
  name,
  Mark,
  busy,
  act,
}: {
  name: string
  Mark: typeof Undo2
  busy: boolean
  act: () => Promise<void>
}) {
  return (
    <button type="button" className="action gap-1.5" disabled={busy} onClick={() => void act()}>
      {busy ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <Mark className="size-4.5" aria-hidden="true" />
      )}
      <span className="sweeps">{name}</span>
    </button>
  )
}

export function UnsavedLine({
  drafts,
  onOpen,
}: {
  drafts: { id: string; title: string }[]
  onOpen: (id: string) => void
}) {
  if (drafts.length === 0) return null
  return (
    <p className="unsaved-line">
      Typed and not saved yet:{' '}
      {drafts.map(({ id, title }) => (
        <button key={id} type="button" className="action" onClick={() => onOpen(id)}>
          <span className="sweeps">{title}</span>
        </button>
      ))}
    </p>
  )
}

/** Why the questions of a paper need a look, and what to do about it. */
export function QuestionsLine({ paper, actions }: { paper: AdminPaper; actions: PaperActions }) {
  const place = useRef<HTMLDivElement>(null)
  const [isBusy, setBusy] = useState(false)
  const { id, title, doubt } = paper
  if (!doubt) return null

  async function confirm() {
    setBusy(true)
    try {
      const { version, questions } = await readQuestions(id)
      const saved = await sendQuestions(id, version, questions)
      nextFocusOf(place.current)?.focus()
      actions.dropFromLists([id])
      toastSuccess('Questions confirmed', { name: 'Undo', act: () => void undo(saved.version) })
      await actions.refresh()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  async function undo(version: string) {
    await sendQuestions(id, version, null).catch(toastError)
    await actions.refresh()
  }

  return (
    <div ref={place} className="row-doubt">
      <p>{describeReviewReason(doubt)}</p>
      <Link
        className="button button-line button-small"
        aria-label={`Look at them: the questions of ${title}`}
        to={`/admin/papers/${id}/questions`}
      >
        Look at them
      </Link>
      <BusyButton
        className="button button-line button-small"
        aria-label={`It is right so: ${title}`}
        busy={isBusy}
        onClick={() => void confirm()}
      >
        It is right so
      </BusyButton>
    </div>
  )
}

/** The server lists no more failures. */
const MAX_LISTED = 100
/** Of a paper, by their numbers. */
const MOST_PAGES = 8

type RenderJobsQuery = ReturnType<typeof useRenderJobs>

/** Announced only after Try again: the changing count alone would interrupt. */
export function RenderJobsLine({ jobs, retry }: RenderJobsQuery) {
  const { waiting = 0, scans = null } = jobs ?? {}
  return (
    <div className="render-jobs-line" aria-live={retry.isSuccess ? 'polite' : 'off'}>
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
type Shown = Pick<RenderJobsQuery, 'retry'> & { of: Retried['of']; onOpen: (id: string) => void }

export function UnreadPapers({ jobs, ...problemProps }: RenderJobsQuery & Omit<Shown, 'of'>) {
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
        <Problems sentence={describeFailed(failed.length)} papers={failed} of="rendered" {...problemProps} />
      )}
      {named.length > 0 && (
        <Problems sentence={describeUnread(unread)} papers={named} of="read" {...problemProps} />
      )}
    </section>
  )
}

function Problems({ sentence, papers, ...problemProps }: Shown & { sentence: string; papers: Problem[] }) {
  const isEditor = useReaches('editor')
  return (
    <>
      <p>
        {sentence}
        {isEditor && <TryAgain {...problemProps} />}
      </p>
      {papers.length === 1 ? (
        <Named papers={papers} {...problemProps} />
      ) : (
        <details>
          <summary>Which papers, and why</summary>
          <Named papers={papers} {...problemProps} />
        </details>
      )}
    </>
  )
}

/** Of what its sentence says alone. */
function TryAgain({ retry, of, paper }: Pick<Shown, 'retry' | 'of'> & { paper?: Problem }) {
  const request = { of, id: paper?.paperId }
  const isBusy = retry.isPending && retry.variables.of === of && retry.variables.id === request.id
  const tryAgain = () => retry.mutate(request, { onSuccess: keepFocus, onError: toastError })
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
