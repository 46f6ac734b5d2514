import { useState } from 'react'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { cancelPapers, type Progress, useProgress } from './download-queue.ts'
import { useSavedIds } from './saved-ids.ts'
import { downloadPapers } from './start-downloads.ts'

const PROBLEMS: Record<'waiting' | 'full' | 'refused' | 'failed', (m: Messages) => string> = {
  waiting: (m) => m.offline_waiting(),
  full: (m) => m.offline_full(),
  refused: (m) => m.offline_refused(),
  failed: (m) => m.offline_failed(),
}

/** `light`: pictures, texts and answers; `files`: the PDFs; `answers`: what these take of the first. */
export type SaveBytes = { light: number; files: number; answers: number }

type SaveProps = {
  papers: readonly { id: string; title: string }[]
  /** Null until it is known. */
  bytes: SaveBytes | null
}

/** Saves these papers on the device: how much that is, how far it is, what stands in the way. Not there without JavaScript. */
export function SavePapers({ papers, bytes }: SaveProps) {
  const m = useMessages()
  const labels = useLabels()
  const ids = papers.map(({ id }) => id)
  const saved = useSavedIds()
  const progress = useProgress()
  const [withFile, setWithFile] = useState(false)
  const { saved: count, percent, isBusy, problem } = sumUp(ids, saved, progress)
  const isOne = ids.length === 1
  const isSaved = count === ids.length
  return (
    <div className="save-papers">
      {isBusy ? (
        <>
          <p className="save-progress" role="status">
            <progress max={100} value={percent} aria-hidden="true" />
            {isOne
              ? m.offline_saving({ percent })
              : m.offline_saving_these({ saved: count, count: ids.length, percent })}
          </p>
          <button type="button" className="action" onClick={() => cancelPapers(ids)}>
            <span className="sweeps">{m.offline_cancel()}</span>
          </button>
        </>
      ) : isSaved ? (
        <>
          <p className="save-done" role="status">
            <Icon name="tick" size={20} /> {m.offline_all_saved({ count: ids.length })}
          </p>
          <Link className="action" to="/kept">
            <span className="sweeps">{m.offline_see()}</span>
          </Link>
        </>
      ) : (
        <>
          <button
            type="button"
            className="button button-line"
            onClick={() =>
              downloadPapers(ids.filter((id) => !saved.includes(id)).map((id) => ({ id, withFile })))
            }
          >
            {nameOf(isOne, ids.length, bytes, m)}
          </button>
          {bytes && bytes.files > 0 && (
            <label className="save-file">
              <input
                type="checkbox"
                autoComplete="off"
                checked={withFile}
                onChange={() => setWithFile(!withFile)}
              />
              {(isOne ? m.offline_with_file : m.offline_with_files)({ size: sizeLabel(bytes.files) })}
            </label>
          )}
        </>
      )}
      {problem && (
        <p className="save-problem" role="alert">
          {describeProblem(problem, papers, m, labels)}
        </p>
      )}
    </div>
  )
}

function nameOf(isOne: boolean, count: number, bytes: SaveProps['bytes'], m: Messages) {
  if (!bytes) return m.offline_save()
  const size = sizeLabel(bytes.light)
  if (bytes.answers > 0)
    return isOne ? m.offline_save_with_answers({ size }) : m.offline_save_these_with_answers({ count, size })
  return isOne ? m.offline_save_size({ size }) : m.offline_save_these({ count, size })
}

function describeProblem(
  { id, state }: NonNullable<ReturnType<typeof sumUp>['problem']>,
  papers: SaveProps['papers'],
  m: Messages,
  labels: Labels,
) {
  if (state === 'gone')
    return m.offline_gone({ title: labels.title(papers.find((paper) => paper.id === id)?.title ?? '') })
  return PROBLEMS[state](m)
}

/** How far several papers are, as one line says it. */
type Sum = {
  saved: number
  percent: number
  isBusy: boolean
  /** What stands in the way of the first that has a problem. */
  problem: { id: string; state: Exclude<Progress['state'], 'fetching'> } | null
}

export function sumUp(
  ids: readonly string[],
  saved: readonly string[],
  progress: ReadonlyMap<string, Progress>,
): Sum {
  const known = new Set(saved)
  const now = ids.map((id) => ({ id, progress: progress.get(id) }))
  const busy = now.filter(({ progress }) => progress?.state === 'fetching' || progress?.state === 'waiting')
  const stuck = now.find(({ progress }) => progress && progress.state !== 'fetching')
  const shares = now.map(({ id, progress }) => {
    if (progress) return progress.total > 0 ? progress.done / progress.total : 0
    return known.has(id) ? 1 : 0
  })
  return {
    saved: now.filter(({ id, progress }) => known.has(id) && !progress).length,
    percent: Math.floor((shares.reduce((sum, each) => sum + each, 0) / Math.max(1, ids.length)) * 100),
    isBusy: busy.length > 0,
    problem: stuck?.progress ? { id: stuck.id, state: stuck.progress.state as 'waiting' } : null,
  }
}
