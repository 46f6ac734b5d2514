import type { Vote } from './evidence.ts'

/** What the sure votes agree on, else the first of them, which is then doubtful. */
export function resolveVotes<Value>(votes: Vote<Value>[]): { value: Value; sure: boolean } | null {
  const sure = votes.filter((vote) => vote.sure)
  const [first] = sure.length > 0 ? sure : votes
  if (!first) return null
  return { value: first.value, sure: sure.length > 0 && sure.every(({ value }) => value === first.value) }
}
