import { useState } from 'react'
import { type DeskPaper, TOGETHER_LIMIT } from '#domain/catalogue/desk-paper.ts'
import { STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useDeskCall } from './desk-calls.ts'
import { fieldsOf, type PaperFields } from './paper-fields.ts'
import type { Deeds } from './use-deeds.ts'

export type TogetherAction = 'change' | 'bin' | 'restore' | 'delete'
export type TogetherChange = Partial<Pick<PaperFields, 'degree' | 'subject' | 'month' | 'year'>>
type Outcome = { done: string[]; missing: string[]; refused: { id: string; detail: string }[] }

const DONE: Record<TogetherAction, string> = {
  change: 'changed',
  bin: 'in the bin',
  restore: 'restored',
  delete: 'deleted for good',
}

/** What is done to many papers at once; `busy` names what is being done, and how far it is. */
export function useTogether(deeds: Deeds, onDone: () => void) {
  const call = useDeskCall()
  const [busy, setBusy] = useState<{ action: TogetherAction; sentence: string } | null>(null)

  /** Does it, and says how it went in one toast, with the way back where there is one; false when nothing was done. */
  async function act(action: TogetherAction, papers: DeskPaper[], change?: TogetherChange): Promise<boolean> {
    setBusy({ action, sentence: 'Working …' })
    deeds.setLast(null)
    const ids = papers.map(({ id }) => id)
    const outcome = await send(action, ids, change)
    setBusy(null)
    if ('problem' in outcome) {
      toastFailure(outcome.problem)
      return false
    }
    const done = papers.filter(({ id }) => outcome.done.includes(id))
    const sentence = tell(action, outcome, papers.length)
    const undo = wayBack(action, done, change)
    if (done.length === 0) toastFailure(sentence)
    else toastSuccess(sentence, undo && { name: 'Undo', act: () => void undo() })
    deeds.setLast({ sentence, undo })
    if (action !== 'change') deeds.leave(outcome.done, action === 'bin' ? 'shelf' : 'bin', true)
    onDone()
    await deeds.settle()
    return true
  }

  function wayBack(action: TogetherAction, done: DeskPaper[], change?: TogetherChange) {
    if (action === 'delete' || done.length === 0) return undefined
    if (action === 'bin') return async () => void (await act('restore', done))
    if (action === 'restore') return async () => void (await act('bin', done))
    return () => putBack(done, Object.keys(change ?? {}) as (keyof TogetherChange)[])
  }

  /** Papers that were alike before are changed back together. */
  async function putBack(papers: DeskPaper[], names: (keyof TogetherChange)[]) {
    setBusy({ action: 'change', sentence: 'Putting back …' })
    deeds.setLast(null)
    const alike = Map.groupBy(papers, (paper) => JSON.stringify(pick(fieldsOf(paper), names)))
    let back = 0
    for (const [former, group] of alike) {
      const ids = group.map(({ id }) => id)
      const outcome = await send('change', ids, JSON.parse(former))
      if (!('problem' in outcome)) back += outcome.done.length
    }
    setBusy(null)
    const sentence = `${count(back)} ${back === 1 ? 'is' : 'are'} as before.`
    if (back === papers.length) toastSuccess(sentence)
    else toastFailure(`${sentence} ${papers.length - back} could not be put back.`)
    deeds.setLast({ sentence })
    await deeds.settle()
  }

  /** Deletes all that is in the bin, a bundle at a time, as the list gives it. */
  async function emptyBin(total: number) {
    deeds.setLast(null)
    let deleted = 0
    setBusy({ action: 'delete', sentence: `Emptying the bin: 0 of ${total} …` })
    for (let problem = ''; ; ) {
      const ids = await nextOfBin()
      if (typeof ids === 'string') problem = ids
      else if (ids.length > 0) {
        const outcome = await send('delete', ids)
        if ('problem' in outcome) problem = outcome.problem
        else if (outcome.done.length === 0)
          problem = outcome.refused[0]?.detail ?? 'The rest could not be deleted.'
        else deleted += outcome.done.length
      }
      if (problem) {
        toastFailure(problem)
        break
      }
      if (ids.length === 0) {
        toastSuccess('The bin is empty')
        break
      }
      setBusy({ action: 'delete', sentence: `Emptying the bin: ${deleted} of ${total} …` })
    }
    setBusy(null)
    onDone()
    await deeds.settle()
  }

  async function nextOfBin(): Promise<string[] | string> {
    const answer = await call<{ papers: DeskPaper[] }>('/papers?show=binned')
    return answer.ok ? answer.body.papers.map(({ id }) => id) : answer.problem.detail
  }

  async function send(
    action: TogetherAction,
    ids: string[],
    change?: TogetherChange,
  ): Promise<Outcome | { problem: string }> {
    const answer = await call<Outcome>('/together', {
      method: 'POST',
      json: { action, ids, ...(change && { change }) },
      patience: STORAGE_RETRY_LIMIT,
    })
    if (!answer.ok) return { problem: answer.problem.detail }
    // Sent again because the answer was lost: what is missing now was done the first time.
    if (answer.again && action !== 'change')
      return { ...answer.body, done: [...answer.body.done, ...answer.body.missing], missing: [] }
    return answer.body
  }

  return { act, emptyBin, busy }
}

/** "12 papers". */
export function count(papers: number): string {
  return `${papers.toLocaleString('en-IN')} ${papers === 1 ? 'paper' : 'papers'}`
}

/** Why so many cannot be taken together, or null. */
export function tooMany(papers: number): string | null {
  if (papers <= TOGETHER_LIMIT) return null
  return `At most ${TOGETHER_LIMIT} papers go together: take ${papers - TOGETHER_LIMIT} off.`
}

function tell(action: TogetherAction, { done, missing, refused }: Outcome, of: number): string {
  const all = done.length === of
  const first = `${all ? count(of) : `${done.length} of ${count(of)}`} ${done.length === 1 ? 'is' : 'are'} ${DONE[action]}.`
  const gone =
    missing.length > 0
      ? ` ${missing.length} ${missing.length === 1 ? 'was' : 'were'} not there any more.`
      : ''
  const not = refused[0] ? ` ${refused.length} not: ${refused[0].detail}` : ''
  return first + gone + not
}

function pick(fields: PaperFields, names: (keyof TogetherChange)[]): TogetherChange {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
