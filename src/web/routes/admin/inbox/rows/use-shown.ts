import { useRef } from 'react'
import type { Group } from '../queue/row-problem.ts'
import { idsIn, type Tally } from '../queue/tally.ts'

/** The rows of a group; one that has been mended stays where it is until another group is asked for. */
export function useShown(tally: Tally, group: Group | null): string[] {
  const met = useRef<{ group: Group | null; ids: Set<string> }>({ group: null, ids: new Set() })
  if (met.current.group !== group) met.current = { group, ids: new Set() }
  const all = tally.rows.map(({ uploadId }) => uploadId)
  if (group === null) return all
  for (const id of idsIn(tally, group)) met.current.ids.add(id)
  return all.filter((id) => met.current.ids.has(id))
}
