import { PICK_LIMIT } from '#domain/bundles/picked.ts'

/** Why a paper was given up. */
export type Reason = 'full' | 'refused' | 'gone' | 'failed'

/** One tab works off the list of all: the others read here why theirs was not kept. */
const KEY = 'papers-given-up'
type Records = readonly (readonly [id: string, reason: Reason])[]

export function noteGivenUp(ids: readonly string[], reason: Reason): void {
  const others = readRecords().filter(([id]) => !ids.includes(id))
  writeRecords([...others, ...ids.map((id) => [id, reason] as const)].slice(-PICK_LIMIT))
}

/** They are wanted again. */
export function forgetGivenUp(ids: readonly string[]): void {
  const records = readRecords()
  const others = records.filter(([id]) => !ids.includes(id))
  if (others.length < records.length) writeRecords(others)
}

export function readGivenUp(): ReadonlyMap<string, Reason> {
  return new Map(readRecords())
}

/** Calls back when another tab has given up papers; returns what ends it. */
export function followGivenUp(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => key === KEY && listener()
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function readRecords(): Records {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each): each is Records[number] => Array.isArray(each)) : []
  } catch {
    return []
  }
}

function writeRecords(records: Records) {
  try {
    localStorage.setItem(KEY, JSON.stringify(records))
  } catch {
    // Not allowed: other tabs only see that it is wanted no more.
  }
}
