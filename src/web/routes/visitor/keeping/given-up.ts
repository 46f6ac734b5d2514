import { PICK_LIMIT } from '#domain/bundles/picked.ts'
import { createStore, parseList } from '#web/ui/store.ts'

/** Why a paper was given up. */
export type Reason = 'full' | 'refused' | 'gone' | 'failed'

type Records = readonly (readonly [id: string, reason: Reason])[]

/** One tab works off the list of all: the others read here why theirs was not kept. */
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
