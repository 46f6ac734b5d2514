import { useEffect } from 'react'
import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { createStore, parseList } from '#web/ui/store.ts'
import { useStore } from '#web/ui/use-store.ts'

/** A paper that somebody wants to save; the list outlives the page, so that what was broken off goes on. */
export type Wanted = { id: string; withFile: boolean }

/** Bytes of one paper. `waiting`: the connection is lost; the rest: given up. */
export type Progress = {
  state: 'fetching' | 'waiting' | Reason
  done: number
  total: number
}

const progress = createStore<ReadonlyMap<string, Progress>>(new Map())
const wanted = createStore<readonly Wanted[]>([], {
  key: 'papers-to-keep',
  parse: parseList<Wanted>((each) => typeof each?.id === 'string'),
})

export function useProgress(): ReadonlyMap<string, Progress> {
  useEffect(() => givenUp.subscribe(reportGivenUp), [])
  return useStore(progress)
}

/** Null when it is saved, or was cancelled. */
export function reportProgress(id: string, now: Progress | null): void {
  const next = new Map(progress.get())
  if (now) next.set(id, now)
  else next.delete(id)
  progress.set(next)
}

/** Another tab has saved what is wanted no more, or has given it up and says why. */
export function forgetSettled(): void {
  const ids = readWanted().map(({ id }) => id)
  reportGivenUp()
  for (const [id, { state }] of progress.get())
    if (isOpen(state) && !ids.includes(id)) reportProgress(id, null)
}

/** Of what this tab is waiting for. */
function reportGivenUp() {
  const reasons = new Map(givenUp.read())
  for (const [id, { state }] of progress.get()) {
    const reason = reasons.get(id)
    if (reason && isOpen(state)) reportProgress(id, { state: reason, done: 0, total: 0 })
  }
}

function isOpen(state: Progress['state']) {
  return state === 'fetching' || state === 'waiting'
}

/** What is on its way stops with the next bytes, in this tab or in the one that fetches it. */
export function cancelPapers(ids: readonly string[]): void {
  writeWanted(readWanted().filter(({ id }) => !ids.includes(id)))
  for (const id of ids) reportProgress(id, null)
}

/** Calls back when this paper is wanted no more, here or in another tab; returns what ends it. */
export function followCancel(id: string, listener: () => void): () => void {
  return wanted.subscribe(() => wanted.read().some((each) => each.id === id) || listener())
}

export const readWanted = wanted.read
export const writeWanted = wanted.set

/** Why a paper was given up. */
export type Reason = 'full' | 'refused' | 'gone' | 'failed'

type Records = readonly (readonly [id: string, reason: Reason])[]

/** One tab works off the list of all: the others read here why theirs was not saved. */
export const givenUp = createStore<Records>([], {
  key: 'papers-given-up',
  parse: parseList<Records[number]>(Array.isArray),
})

export function noteGivenUp(ids: readonly string[], reason: Reason): void {
  const others = givenUp.read().filter(([id]) => !ids.includes(id))
  givenUp.set([...others, ...ids.map((id) => [id, reason] as const)].slice(-PICK_LIMIT))
}

/** They are wanted again. */
export function forgetGivenUp(ids: readonly string[]): void {
  const records = givenUp.read()
  const others = records.filter(([id]) => !ids.includes(id))
  if (others.length < records.length) givenUp.set(others)
}
