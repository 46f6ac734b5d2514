import { useCallback, useRef, useState } from 'react'
import type { FoundPaper } from '#domain/paper/admin-paper.ts'
import { type FieldTexts, type TogetherName, textsOf } from '#domain/paper/form-fields.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError, toastError } from '../client/call-error.ts'
import type { PaperActions } from './use-paper-actions.ts'

type BulkAction = 'change' | 'hide' | 'show' | 'bin' | 'restore' | 'delete'
export type BulkChange = Partial<Pick<FieldTexts, TogetherName>>
type Outcome = { done: string[]; missing: string[]; refused: { id: string; detail: string }[] }

/** A fraction of a second per request, so that progress moves and Stop takes effect soon. */
const BATCH_SIZE = 50

const DONE: Record<BulkAction, string> = {
  change: 'changed',
  hide: 'hidden',
  show: 'visible',
  bin: 'in the bin',
  restore: 'restored',
  delete: 'deleted for good',
}
const DOING: Record<BulkAction, string> = {
  change: 'Changing',
  hide: 'Hiding',
  show: 'Showing',
  bin: 'Deleting',
  restore: 'Restoring',
  delete: 'Deleting for good',
}

function nothingDone(): Outcome {
  return { done: [], missing: [], refused: [] }
}

export function inBundles(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, at) =>
    ids.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  )
}

/** Groups papers with the same values in these fields; `change` would set them. */
export function alike(papers: FoundPaper[], names: (keyof BulkChange)[]) {
  const groups = Map.groupBy(papers, (paper) => JSON.stringify(textsOf(paper, names)))
  return [...groups].map(([former, group]) => ({
    change: JSON.parse(former) as BulkChange,
    ids: group.map(({ id }) => id),
  }))
}

export function countPapers(papers: number): string {
  return `${papers.toLocaleString('en-IN')} ${papers === 1 ? 'paper' : 'papers'}`
}

export function working(action: BulkAction, reached: number, of: number): string {
  if (of <= BATCH_SIZE) return `${DOING[action]} …`
  return `${DOING[action]}: ${reached.toLocaleString('en-IN')} of ${countPapers(of)} …`
}

export function reportOutcome(action: BulkAction, { done, missing, refused }: Outcome, of: number): string {
  const all = done.length === of
  const first = `${all ? countPapers(of) : `${done.length.toLocaleString('en-IN')} of ${countPapers(of)}`} ${done.length === 1 ? 'is' : 'are'} ${DONE[action]}.`
  const gone =
    missing.length > 0
      ? ` ${missing.length} ${missing.length === 1 ? 'was' : 'were'} not there any more.`
      : ''
  const not = refused[0] ? ` ${refused.length} not: ${refused[0].detail}` : ''
  return first + gone + not
}

/** What is set: fields of papers that are changed, the time of those that are hidden. */
type Given = { change?: BulkChange; showAt?: string | null }
type Batch = { ids: string[] } & Given
type Run = Outcome & { problem: string }
/** `earlier`: papers already done by the same action before it was interrupted. */
type PaperAction = { action: BulkAction } & Given

/** In batches. What was done before a failure or Stop stays done: undo covers all of it, the rest stays chosen. */
export function useBulk(actions: PaperActions, chosen: Chosen) {
  const [busy, setBusy] = useState<{ action: BulkAction; sentence: string } | null>(null)
  const stopping = useRef<{ stop: () => void }>(null)

  /** One toast reports the outcome; false when nothing was done. */
  async function act(
    action: BulkAction,
    papers: FoundPaper[],
    given: Given = {},
    earlier: FoundPaper[] = [],
  ): Promise<boolean> {
    const batches = inBundles(papers.map(({ id }) => id)).map((ids) => ({ ids, ...given }))
    const tell = actions.begin()
    tell(null)
    const outcome = await run(action, batches, papers.length)
    const done = byId(papers, outcome.done)
    const all = [...earlier, ...done]
    const reached = new Set([...outcome.done, ...outcome.missing, ...outcome.refused.map(({ id }) => id)])
    const left = outcome.problem ? papers.filter(({ id }) => !reached.has(id)) : []
    const sentence = reportOutcome(
      action,
      { ...outcome, done: all.map(({ id }) => id) },
      papers.length + earlier.length,
    )
    const undo = undoOf({ action, ...given }, all)
    if (done.length === 0) toastFailure(outcome.problem || sentence)
    else if (left.length > 0) toastFailure(`${sentence} ${outcome.problem}`)
    else toastSuccess(sentence, undo && { name: 'Undo', act: () => void undo() })
    tell({
      sentence: left.length > 0 ? `${sentence} ${outcome.problem}` : sentence,
      undo,
      goOn: left.length > 0 ? async () => void (await act(action, left, given, all)) : undefined,
    })
    if (action !== 'change') actions.dropFromLists(outcome.done)
    chosen.drop(left.length > 0 ? [...reached] : papers.map(({ id }) => id))
    await actions.refresh()
    return done.length > 0
  }

  function undoOf({ action, change }: PaperAction, done: FoundPaper[]) {
    if (action === 'delete' || done.length === 0) return undefined
    if (action === 'bin') return async () => void (await act('restore', done))
    if (action === 'restore') return async () => void (await act('bin', done))
    if (action === 'hide' || action === 'show') return () => revertVisibility(done)
    return () => revert(done, Object.keys(change ?? {}) as (keyof BulkChange)[])
  }

  /** Hidden, at the same time, or visible, as each of them was. */
  async function revertVisibility(papers: FoundPaper[]) {
    const groups = Map.groupBy(papers, ({ hiddenAt, showAt }) => (hiddenAt ? (showAt ?? 'hidden') : 'shown'))
    for (const [former, group] of groups) {
      if (former === 'shown') await act('show', group)
      else await act('hide', group, { showAt: former === 'hidden' ? null : former })
    }
  }

  /** Papers with equal former values are changed back together. */
  async function revert(papers: FoundPaper[], names: (keyof BulkChange)[]) {
    const batches = alike(papers, names).flatMap(({ change, ids }) =>
      inBundles(ids).map((some) => ({ ids: some, change })),
    )
    const tell = actions.begin()
    tell(null)
    const { done, problem } = await run('change', batches, papers.length)
    const back = new Set(done)
    const left = papers.filter(({ id }) => !back.has(id))
    const sentence = `${countPapers(back.size)} ${back.size === 1 ? 'is' : 'are'} as before.`
    const rest = `${sentence} ${left.length} could not be put back. ${problem}`.trim()
    if (left.length === 0) toastSuccess(sentence)
    else toastFailure(rest)
    tell({
      sentence: left.length === 0 ? sentence : rest,
      goOn: problem ? () => revert(left, names) : undefined,
    })
    await actions.refresh()
  }

  async function emptyBin() {
    const found = await callAdmin((api) => api.found.$get({ query: { show: 'binned' } })).catch(toastError)
    if (found) await act('delete', found.papers)
  }

  /** On Stop the current request is finished. */
  async function run(action: BulkAction, batches: Batch[], of: number): Promise<Run> {
    const outcome: Run = { ...nothingDone(), problem: '' }
    const abort = new AbortController()
    let isStopped = false
    let isRetrying = false
    let reached = 0
    const say = (doing = working(action, reached, of)) => setBusy({ action, sentence: doing })
    stopping.current = {
      stop() {
        isStopped = true
        if (isRetrying) abort.abort()
      },
    }
    say()
    for (const { ids, change, showAt = null } of batches) {
      let again = false
      const onRetrying = (retries: boolean) => {
        again = true
        isRetrying = retries
        say(retries ? 'Trying again …' : undefined)
      }
      const json =
        action === 'change'
          ? { action, ids, change: change ?? {} }
          : action === 'hide'
            ? { action, ids, showAt }
            : { action, ids }
      try {
        const options = { signal: abort.signal, onRetrying, saysItself: true }
        const { done, missing, refused } = await callAdmin((api) => api.bulk.$post({ json }), options)
        // A retry after a lost response: what is missing now was done the first time.
        const wasDone = again && action !== 'change'
        outcome.done.push(...done, ...(wasDone ? missing : []))
        outcome.missing.push(...(wasDone ? [] : missing))
        outcome.refused.push(...refused)
      } catch (error) {
        outcome.problem = isStopped ? STOPPED : asCallError(error).message
        break
      }
      reached += ids.length
      say()
      if (isStopped && reached < of) {
        outcome.problem = STOPPED
        break
      }
    }
    setBusy(null)
    return outcome
  }

  return { act, emptyBin, busy, stop: () => stopping.current?.stop() }
}

const STOPPED = 'You stopped it; the rest is as it was.'

function byId(papers: FoundPaper[], ids: string[]) {
  const some = new Set(ids)
  return papers.filter(({ id }) => some.has(id))
}

export type Chosen = ReturnType<typeof useChosen>

/** Chosen papers of any page; with Shift, all between the last one and this one. */
export function useChosen() {
  const [papers, setPapers] = useState<ReadonlyMap<string, FoundPaper>>(new Map())
  const last = useRef<string>(undefined)

  const set = useCallback((some: FoundPaper[], chosen: boolean) => {
    setPapers((before) => {
      const next = new Map(before)
      for (const paper of some) {
        if (chosen) next.set(paper.id, paper)
        else next.delete(paper.id)
      }
      return next
    })
  }, [])

  const choose = useCallback(
    (paper: FoundPaper, chosen: boolean, { range, rows }: { range: boolean; rows: FoundPaper[] }) => {
      const from = rows.findIndex(({ id }) => id === last.current)
      const to = rows.findIndex(({ id }) => id === paper.id)
      last.current = paper.id
      if (!range || from < 0 || to < 0) return set([paper], chosen)
      set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), chosen)
    },
    [set],
  )

  const clear = useCallback(() => {
    last.current = undefined
    setPapers((before) => (before.size > 0 ? new Map() : before))
  }, [])

  const drop = useCallback((ids: string[]) => {
    const gone = new Set(ids)
    setPapers((before) => new Map([...before].filter(([id]) => !gone.has(id))))
  }, [])

  return { papers, choose, set, drop, clear }
}
