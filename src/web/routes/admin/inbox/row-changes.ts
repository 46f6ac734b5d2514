import type { Hints } from '#domain/autofill/hints.ts'
import { followTitle } from '#domain/autofill/title.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import { type FieldName, type FieldTexts, HINTED_NAMES } from '#domain/paper/paper-fields.ts'
import { doubtfulOf, type InboxRow, type Part } from './inbox-row.ts'

/** Hints of the file's name or page 1; what was typed by hand or confirmed stays. */
export function withHints(row: InboxRow, hints: Hints): InboxRow {
  const fields = { ...row.fields }
  const doubtful = new Set(row.doubtful)
  let added = false
  for (const name of HINTED_NAMES) {
    const hint = hints[name]
    const isFixed = row.byHand.includes(name) || (row.confirmed && fields[name] !== '')
    if (!hint || isFixed) continue
    fields[name] = hint.value === ALL_SUBJECTS ? '' : String(hint.value)
    if (hint.sure) doubtful.delete(name)
    else doubtful.add(name)
    added ||= !hint.sure
  }
  const isTitleFixed = row.confirmed && row.fields.title !== ''
  const isTold = !isTitleFixed && (hints.title !== null || row.fields.title === '')
  const titleParts = isTold ? hints.titleParts : row.titleParts
  return {
    ...row,
    titleParts,
    fields: isTitleFixed ? fields : withMadeTitle({ ...row, titleParts, fields }),
    doubtful: [...doubtful],
    confirmed: row.confirmed && !added,
    isAnswers: hints.isAnswers,
    told: { ...row.told, ...hints.told },
  }
}

export function withTyped(row: InboxRow, name: FieldName, value: string): InboxRow {
  const failure = row.step === 'arrived' ? null : row.failure
  const fields = { ...row.fields, [name]: value }
  const byHand = row.byHand.includes(name) ? row.byHand : [...row.byHand, name]
  return {
    ...row,
    fields: withMadeTitle({ ...row, fields, byHand }),
    byHand,
    doubtful: row.doubtful.filter((each) => each !== name),
    failure,
  }
}

/** The row remembers what was guessed, so that like corrections are noticed. */
export function withGuess(row: InboxRow, name: FieldName): InboxRow {
  const isFirst = !row.byHand.includes(name) && row.guessed?.[name] === undefined
  return isFirst ? { ...row, guessed: { ...row.guessed, [name]: row.fields[name] } } : row
}

/** As it was before it was typed. */
export function withTypedBefore(row: InboxRow, name: FieldName, before: FieldBefore): InboxRow {
  const fields = { ...row.fields, [name]: before.value }
  const byHand = row.byHand.filter((each) => each !== name || before.byHand)
  const others = row.doubtful.filter((each) => each !== name)
  const doubtful = before.doubtful ? [...others, name] : others
  return { ...row, fields: withMadeTitle({ ...row, fields, byHand }), byHand, doubtful }
}

/** A field before it was typed; can be posted to other tabs. */
export type FieldBefore = { value: string; byHand: boolean; doubtful: boolean }

export function fieldBefore({ fields, byHand, doubtful }: InboxRow, name: FieldName): FieldBefore {
  return { value: fields[name], byHand: byHand.includes(name), doubtful: doubtful.includes(name) }
}

/** The made title, until somebody has edited it. */
function withMadeTitle({ fields, titleParts, byHand }: InboxRow): FieldTexts {
  if (!titleParts || byHand.includes('title')) return fields
  return { ...fields, title: followTitle(titleParts, fields) || fields.title }
}

export function withUnsaved(row: InboxRow, parts: Part[]): InboxRow {
  const added = parts.filter((part) => !row.unsaved.includes(part))
  return added.length > 0 ? { ...row, unsaved: [...row.unsaved, ...added] } : row
}

/** These alone; the others stay to be checked. */
export function withConfirmedFields(row: InboxRow, fields: FieldName[]): InboxRow {
  const looked = fields.filter((name) => doubtfulOf(row).includes(name) && row.fields[name] !== '')
  const byHand = [...new Set([...row.byHand, ...looked])]
  return withUnsaved(
    { ...row, byHand, doubtful: row.doubtful.filter((name) => !looked.includes(name)) },
    looked,
  )
}

/** Doubtful fields count as typed by hand from now on. */
export function withConfirmed(row: InboxRow): InboxRow {
  const looked = row.doubtful.filter((name) => row.fields[name] !== '')
  const byHand = [...new Set([...row.byHand, ...looked])]
  return withUnsaved({ ...row, byHand, confirmed: true }, [...looked, 'confirmed'])
}
