import { useRef } from 'react'
import { idsIn, type Tally } from '../queue/group-rows.ts'
import type { Group } from '../queue/row-problem.ts'

/** A row that has been corrected stays in sight until another group is chosen. */
export function useShown(tally: Tally, group: Group | null): string[] {
  const seen = useRef<{ group: Group | null; ids: Set<string> }>({ group: null, ids: new Set() })
  if (seen.current.group !== group) seen.current = { group, ids: new Set() }
  const all = tally.rows.map(({ uploadId }) => uploadId)
  if (group === null) return all
  for (const id of idsIn(tally, group)) seen.current.ids.add(id)
  return all.filter((id) => seen.current.ids.has(id))
}
