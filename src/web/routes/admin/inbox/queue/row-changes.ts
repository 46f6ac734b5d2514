import type { Hints } from '#domain/autofill/hints.ts'
import { followTitle } from '#domain/autofill/titles/follow-title.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import type { FieldName, InboxRow, Part, RowFields } from './inbox-row.ts'

const HINTED: Exclude<FieldName, 'referenceLink'>[] = [
  'title',
  'degree',
  'subject',
  'month',
  'year',
  'variant',
  'board',
]

/** Hints of the file's name or page 1; what was typed by hand or confirmed stays. */
export function withHints(row: InboxRow, hints: Hints): InboxRow {
  const fields = { ...row.fields }
  const doubtful = new Set(row.doubtful)
  let added = false
  for (const name of HINTED) {
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

/** The made title, until somebody has edited it. */
function withMadeTitle({ fields, titleParts, byHand }: InboxRow): RowFields {
  if (!titleParts || byHand.includes('title')) return fields
  return { ...fields, title: followTitle(titleParts, fields) || fields.title }
}

export function withUnsaved(row: InboxRow, parts: Part[]): InboxRow {
  const added = parts.filter((part) => !row.unsaved.includes(part))
  return added.length > 0 ? { ...row, unsaved: [...row.unsaved, ...added] } : row
}

/** Doubtful fields count as typed by hand from now on. */
export function withConfirmed(row: InboxRow): InboxRow {
  const looked = row.doubtful.filter((name) => row.fields[name] !== '')
  const byHand = [...new Set([...row.byHand, ...looked])]
  return withUnsaved({ ...row, byHand, confirmed: true }, [...looked, 'confirmed'])
}
