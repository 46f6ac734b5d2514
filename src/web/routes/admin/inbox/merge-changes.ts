import type { InboxFile, InboxState, Settled } from '#domain/inbox/inbox.ts'
import { EMPTY_FIELDS, FIELD_NAMES, type FieldName } from '#domain/paper/paper-fields.ts'
import type { Conflict, InboxRow, Part } from './inbox-row.ts'
import { withHints, withTyped, withUnsaved } from './row-changes.ts'

/** The title last: it may be made from the others. */
const ORDER: FieldName[] = [...FIELD_NAMES.filter((name) => name !== 'title'), 'title']

/** Merges the server's state: unsaved changes stay; a part that another browser than `here` changed is a conflict. */
export function withKnown(row: InboxRow, file: InboxFile, here: string): InboxRow {
  if (row.known && file.version < row.known.version) return row
  const { unsaved, conflicts } = compare(row, file, here)
  const { version, typed, confirmed, settled, away, edited, arrivedAt, sentBy } = file
  const known = { version, typed, confirmed, settled, away, edited, arrivedAt, sentBy }
  const keeps = (part: Part) => unsaved.includes(part)
  const merged: InboxRow = {
    ...recomputed(row, file, keeps),
    confirmed: keeps('confirmed') ? row.confirmed : confirmed,
    settled: keeps('settled')
      ? mergedSettled(row.settled, settled)
      : settled && { ids: settled.ids, replace: settled.replace },
    away: keeps('away') ? row.away : away !== null,
    isBeingRead: file.isBeingRead,
    isLocked: file.isLocked,
  }
  const isSame = ORDER.every((name) => merged.fields[name] === row.fields[name])
  const failure = isSame ? row.failure : null
  return withUnsaved({ ...merged, known, unsaved, conflicts, failure }, sureHintsOf(row, file))
}

/** 'mine' is saved over theirs; 'theirs' replaces the local value. */
export function withDecision(row: InboxRow, part: Conflict['part'], keep: 'mine' | 'theirs'): InboxRow {
  const conflicts = row.conflicts.filter((each) => each.part !== part)
  if (keep === 'mine') return { ...row, conflicts }
  const unsaved = row.unsaved.filter((each) => each !== part)
  if (part === 'settled') {
    const settled = row.known?.settled ?? null
    return { ...row, conflicts, unsaved, settled: settled && { ids: settled.ids, replace: settled.replace } }
  }
  const value = row.known?.typed[part]?.value ?? ''
  return { ...withTyped(row, part, value), conflicts, unsaved }
}

function compare(row: InboxRow, file: InboxFile, here: string) {
  const unsaved: Part[] = []
  const conflicts: Conflict[] = []
  for (const part of row.unsaved) {
    const theirs = wordOf(file, part)
    if (theirs === wordOfRow(row, part)) continue
    unsaved.push(part)
    if (part === 'confirmed' || part === 'away') continue
    const writer = part === 'settled' ? file.settled : file.typed[part]
    const isNew = writer && writer.from !== here && theirs !== wordOf(row.known, part)
    const isUnited = part === 'settled' && file.settled?.replace === row.settled?.replace
    if (isNew && !isUnited) conflicts.push({ part, theirs: theirs ?? '', by: writer.by })
    else conflicts.push(...row.conflicts.filter((each) => each.part === part))
  }
  return { unsaved, conflicts }
}

/** Recomputed from the file's hints and everybody's typing: the same in every browser. */
function recomputed(row: InboxRow, file: InboxFile, keeps: (part: Part) => boolean): InboxRow {
  const local = hintedHereOnly(row, file)
  let anew = withHints(
    {
      ...row,
      fields: { ...EMPTY_FIELDS, ...Object.fromEntries(local.map((name) => [name, row.fields[name]])) },
      byHand: [],
      doubtful: row.doubtful.filter((name) => local.includes(name)),
      confirmed: false,
    },
    file.hints,
  )
  for (const name of ORDER) {
    const value = keeps(name) ? row.fields[name] : file.typed[name]?.value
    if (value !== undefined) anew = withTyped(anew, name, value)
  }
  return anew
}

function hintedHereOnly(row: InboxRow, file: InboxFile): FieldName[] {
  return ORDER.filter(
    (name) =>
      name !== 'referenceLink' &&
      name !== 'syllabus' &&
      !file.hints[name] &&
      !file.typed[name] &&
      !row.byHand.includes(name) &&
      row.fields[name] !== '',
  )
}

/** Sure hints of this browser alone are saved with the file, so that all see them. */
function sureHintsOf(row: InboxRow, file: InboxFile): Part[] {
  return row.known ? [] : hintedHereOnly(row, file).filter((name) => !row.doubtful.includes(name))
}

type Kept = Pick<InboxState, 'typed' | 'confirmed' | 'settled' | 'away'>

/** As a comparable text; undefined where nothing was said, which differs from an emptied field. */
function wordOf(state: Kept | null, part: Part): string | undefined {
  if (part === 'confirmed') return String(state?.confirmed ?? false)
  if (part === 'away') return String((state?.away ?? null) !== null)
  return part === 'settled' ? wordOfSettled(state?.settled) : state?.typed[part]?.value
}

function wordOfRow(row: InboxRow, part: Part): string | undefined {
  if (part === 'confirmed' || part === 'away') return String(row[part])
  return part === 'settled' ? wordOfSettled(row.settled) : row.fields[part]
}

function wordOfSettled(settled: Settled | null | undefined): string | undefined {
  return settled ? `${settled.replace ?? ''} ${[...settled.ids].sort().join(' ')}` : undefined
}

/** Decisions about different duplicates are merged. */
function mergedSettled(mine: Settled | null, theirs: Settled | null): Settled | null {
  if (!mine || !theirs || mine.replace !== theirs.replace) return mine
  return { ids: [...new Set([...theirs.ids, ...mine.ids])], replace: mine.replace }
}
