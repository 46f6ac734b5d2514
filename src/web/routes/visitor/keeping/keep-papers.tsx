import { useState } from 'react'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { cancelPapers, type Progress, useProgress } from './keep-queue.ts'
import { useKeptIds } from './kept-ids.ts'
import { wantPapers } from './start-keeping.ts'

const PROBLEMS: Record<'waiting' | 'full' | 'refused' | 'failed', (m: Messages) => string> = {
  waiting: (m) => m.kept_waiting(),
  full: (m) => m.kept_full(),
  refused: (m) => m.kept_refused(),
  failed: (m) => m.kept_failed(),
}

/** `light`: pictures, texts and answers; `files`: the PDFs; `answers`: what these take of the first. */
export type KeepBytes = { light: number; files: number; answers: number }

type KeepProps = {
  papers: readonly { id: string; title: string }[]
  /** Null until it is known. */
  bytes: KeepBytes | null
}

/** Keeps these papers on the device: how much that is, how far it is, what stands in the way. Not there without JavaScript. */
export function KeepPapers({ papers, bytes }: KeepProps) {
  const m = useMessages()
  const labels = useLabels()
  const ids = papers.map(({ id }) => id)
  const kept = useKeptIds()
  const progress = useProgress()
  const [withFile, setWithFile] = useState(false)
  const { kept: count, percent, isBusy, problem } = sumUp(ids, kept, progress)
  const isOne = ids.length === 1
  const isKept = count === ids.length
  return (
    <div className="keep-papers">
      {isBusy ? (
        <>
          <p className="keep-progress" role="status">
            <progress max={100} value={percent} aria-hidden="true" />
            {isOne
              ? m.kept_keeping({ percent })
              : m.kept_keeping_these({ kept: count, count: ids.length, percent })}
          </p>
          <button type="button" className="action" onClick={() => cancelPapers(ids)}>
            <span className="sweeps">{m.kept_cancel()}</span>
          </button>
        </>
      ) : isKept ? (
        <>
          <p className="keep-done" role="status">
            <Mark name="tick" size={20} /> {m.kept_all_kept({ count: ids.length })}
          </p>
          <Link className="action" to="/kept">
            <span className="sweeps">{m.kept_see()}</span>
          </Link>
        </>
      ) : (
        <>
          <button
            type="button"
            className="button button-line"
            onClick={() => wantPapers(ids.filter((id) => !kept.includes(id)).map((id) => ({ id, withFile })))}
          >
            {nameOf(isOne, ids.length, bytes, m)}
          </button>
          {bytes && bytes.files > 0 && (
            <label className="keep-file">
              <input
                type="checkbox"
                autoComplete="off"
                checked={withFile}
                onChange={() => setWithFile(!withFile)}
              />
              {(isOne ? m.kept_with_file : m.kept_with_files)({ size: sizeLabel(bytes.files) })}
            </label>
          )}
        </>
      )}
      {problem && (
        <p className="keep-problem" role="alert">
          {describeProblem(problem, papers, m, labels)}
        </p>
      )}
    </div>
  )
}

function nameOf(isOne: boolean, count: number, bytes: KeepProps['bytes'], m: Messages) {
  if (!bytes) return m.kept_keep_picked()
  const size = sizeLabel(bytes.light)
  if (bytes.answers > 0)
    return isOne ? m.kept_keep_answered({ size }) : m.kept_keep_these_answered({ count, size })
  return isOne ? m.kept_keep({ size }) : m.kept_keep_these({ count, size })
}

function describeProblem(
  { id, state }: NonNullable<ReturnType<typeof sumUp>['problem']>,
  papers: KeepProps['papers'],
  m: Messages,
  labels: Labels,
) {
  if (state === 'gone')
    return m.kept_gone({ title: labels.title(papers.find((paper) => paper.id === id)?.title ?? '') })
  return PROBLEMS[state](m)
}

/** How far several papers are, as one line says it. */
type Sum = {
  kept: number
  percent: number
  isBusy: boolean
  /** What stands in the way of the first that has a problem. */
  problem: { id: string; state: Exclude<Progress['state'], 'fetching'> } | null
}

export function sumUp(
  ids: readonly string[],
  kept: readonly string[],
  progress: ReadonlyMap<string, Progress>,
): Sum {
  const known = new Set(kept)
  const now = ids.map((id) => ({ id, progress: progress.get(id) }))
  const busy = now.filter(({ progress }) => progress?.state === 'fetching' || progress?.state === 'waiting')
  const stuck = now.find(({ progress }) => progress && progress.state !== 'fetching')
  const shares = now.map(({ id, progress }) => {
    if (progress) return progress.total > 0 ? progress.done / progress.total : 0
    return known.has(id) ? 1 : 0
  })
  return {
    kept: now.filter(({ id, progress }) => known.has(id) && !progress).length,
    percent: Math.floor((shares.reduce((sum, each) => sum + each, 0) / Math.max(1, ids.length)) * 100),
    isBusy: busy.length > 0,
    problem: stuck?.progress ? { id: stuck.id, state: stuck.progress.state as 'waiting' } : null,
  }
}
