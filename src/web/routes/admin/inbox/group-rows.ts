import { HINTED_NAMES } from '#domain/paper/paper-fields.ts'
import type { Inbox } from './inbox-queue.ts'
import { type InboxRow, titleFaultOf } from './inbox-row.ts'
import { present } from './next-step.ts'
import { GROUPS, type Group, groupsOf, problemOf } from './row-problem.ts'

export type Tally = {
  rows: InboxRow[]
  groups: { group: Group; name: string; ids: string[] }[]
  published: InboxRow[]
  away: InboxRow[]
  /** By upload id, of rows to be checked: no real title, or that of another row with the same fields. */
  titleFaults: Record<string, string>
  /** By upload id, of rows that lack something or are doubtful while their page 1 is read: how many are read until then, this
   * one included. */
  reading: Record<string, number>
}

const known = new WeakMap<Inbox, Tally>()

/** Memoized by the inbox, which is immutable. */
export function tallyOf(inbox: Inbox): Tally {
  const tally = known.get(inbox) ?? count(inbox)
  known.set(inbox, tally)
  return tally
}

export function idsIn(tally: Tally, group: Group): string[] {
  return tally.groups.find((each) => each.group === group)?.ids ?? []
}

function count(inbox: Inbox): Tally {
  const rows = present(inbox)
  const found = new Map<Group, string[]>()
  for (const row of rows) {
    for (const group of groupsOf(row)) {
      const ids = found.get(group)
      if (ids) ids.push(row.uploadId)
      else found.set(group, [row.uploadId])
    }
  }
  const all = inbox.order.flatMap((id) => inbox.rows[id] ?? [])
  return {
    rows,
    groups: GROUPS.flatMap(([group, name]) => {
      const ids = found.get(group)
      return ids ? [{ group, name, ids }] : []
    }),
    published: all.filter(({ step, away }) => step === 'published' && !away),
    away: all.filter(({ away }) => away),
    titleFaults: faultsOf(rows),
    reading: Object.fromEntries(
      rows
        .filter(({ isBeingRead }) => isBeingRead)
        .sort((one, other) => arrivalOf(one).localeCompare(arrivalOf(other)))
        .flatMap((row, at) =>
          ['reading', 'doubtful'].includes(problemOf(row).kind) ? [[row.uploadId, at + 1]] : [],
        ),
    ),
  }
}

/** The server reads the oldest first. */
function arrivalOf({ known }: InboxRow): string {
  return known?.arrivedAt ?? ''
}

function faultsOf(rows: InboxRow[]): Record<string, string> {
  const keyOf = ({ fields }: InboxRow) => {
    const title = fields.title.trim().toLowerCase().replace(/\s+/g, ' ')
    return HINTED_NAMES.map((name) => (name === 'title' ? title : fields[name])).join('|')
  }
  const times = new Map<string, number>()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)
  const faults: Record<string, string> = {}
  for (const row of rows) {
    if (problemOf(row).kind !== 'doubtful') continue
    const fault =
      titleFaultOf(row) ?? ((times.get(keyOf(row)) ?? 0) > 1 ? 'Another row has this title, too' : null)
    if (fault) faults[row.uploadId] = fault
  }
  return faults
}
