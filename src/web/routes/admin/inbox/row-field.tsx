import { useState } from 'react'
import type { Told } from '#domain/autofill/hints.ts'
import { type FieldName, PAPER_FIELDS } from '#domain/paper/form-fields.ts'
import { findDegree, needsSubject } from '#domain/paper/paper.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { Field } from '#web/ui/field.tsx'
import { NoBreakTitle } from '../no-break-title.tsx'
import { emptyOf, optionsOf } from '../paper-inputs.tsx'
import { describeEvidence } from './guesses.ts'
import { doubtfulOf, FIELD_LABELS, type InboxRow, missingOf, valueName } from './inbox-row.ts'
import { useInboxPlace } from './use-inbox.ts'

/** Longer ones are cut where they are on one line. */
const WHOLE = 34
const END_AT_LEAST = 26
/** Of a file's name its beginning tells more, which ends in letters without a meaning. */
export const FILE_END = 8

/** One line that keeps its end, which tells titles apart: what is too wide is left out before it. */
export function TruncatedMiddle({ text, end = END_AT_LEAST }: { text: string; end?: number }) {
  const at = endOf(text, end)
  return (
    <span className="middle-cut">
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  )
}

export function isLong(text: string): boolean {
  return text.length > WHOLE
}

/** At a word's beginning, or at least not between a letter and its signs. */
function endOf(text: string, end: number): number {
  if (!isLong(text)) return text.length
  const from = text.length - (/\P{M}\p{M}*$/u.exec(text.slice(0, -end + 1))?.[0].length ?? 1) - end + 1
  const at = text.slice(0, from).search(/[\s_-]\S*$/)
  // A space is left out with what is before it: next to the dots it would be a hole.
  return at > from - 8 && at > 0 ? at + (text[at] === ' ' ? 1 : 0) : from
}

const CHECK_ID = 'inbox-please-check'
const MISSING_ID = 'inbox-missing'

type RowFieldProps = {
  row: InboxRow
  name: FieldName
  /** Without it, the field has an `aria-label` only: the register names its columns. */
  labelled?: boolean
}

export function RowField({ row, name, labelled = false }: RowFieldProps) {
  const { inbox } = useInboxPlace()
  // Until page 1 has been read nothing is missing: it may still fill the field.
  const isMissing = row.step === 'arrived' && !row.isBeingRead && missingOf(row).includes(name)
  const isDoubtful = !isMissing && doubtfulOf(row).includes(name)
  const told = isDoubtful ? row.told?.[name] : undefined
  const refused = row.failure?.field === name ? row.failure.sentence : undefined
  const { limit: maxLength, placeholder } = PAPER_FIELDS[name]
  const props = {
    'data-field': name,
    'data-mark': refused || isMissing ? 'missing' : isDoubtful ? 'check' : undefined,
    className: 'input',
    value: row.fields[name],
    title: told && describeEvidence(told),
    disabled: row.publishing && !row.failure,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      inbox.dispatch({ kind: 'typed', ids: [row.uploadId], name, value: event.target.value }),
  }
  const describedBy = refused ? whyId(row) : isMissing ? MISSING_ID : isDoubtful ? CHECK_ID : undefined
  const control = (more: object) =>
    name === 'title' ? (
      <span className="inbox-title" lang={langOf(row.fields.title)}>
        <input {...props} {...more} maxLength={maxLength} autoComplete="off" />
        {!labelled && (isLong(row.fields.title) || isDoubtful) && (
          <span className="inbox-title-seen" aria-hidden="true">
            <span>
              <NoBreakTitle>{row.fields.title}</NoBreakTitle>
            </span>
          </span>
        )}
      </span>
    ) : maxLength ? (
      <input
        {...props}
        {...more}
        {...(name === 'referenceLink' ? { type: 'url', inputMode: 'url' } : { autoComplete: 'off' })}
        placeholder={placeholder}
        maxLength={maxLength}
      />
    ) : (
      <RowChoice {...props} {...more} row={row} name={name} />
    )
  if (!labelled)
    return (
      <>
        {control({ 'aria-label': FIELD_LABELS[name], 'aria-describedby': describedBy })}
        {isDoubtful && name !== 'title' && (
          <span className="inbox-guess" data-of={name} aria-hidden="true">
            <mark>{valueName(name, row.fields[name])}</mark>
          </span>
        )}
      </>
    )
  const hint = isMissing ? MISSING_TEXT[name] : isDoubtful ? checkText(told) : undefined
  return (
    <Field label={FIELD_LABELS[name]} error={refused} hint={hint}>
      {(field) => control(field)}
    </Field>
  )
}

/** "Please check: from the day the PDF was made, 2018-02-27". */
function checkText(told: Told | undefined) {
  return told ? `Please check: ${describeEvidence(told)}` : 'Please check'
}

const MISSING_TEXT: Partial<Record<FieldName, string>> = {
  referenceLink: 'An address that begins with https://',
}

export function whyId({ uploadId }: InboxRow): string {
  return `why-${uploadId}`
}

/** Texts for `aria-describedby`, once on the page. */
export function FieldMarks() {
  return (
    <>
      <span id={CHECK_ID} hidden>
        Please check
      </span>
      <span id={MISSING_ID} hidden>
        Still needed
      </span>
    </>
  )
}

type RowChoiceProps = React.ComponentProps<'select'> & { row: InboxRow; name: FieldName }

/** Filled on first use: five hundred rows would have forty thousand options. */
function RowChoice({ row, name, ...props }: RowChoiceProps) {
  const { now } = useInboxPlace()
  const own = ownState(useCentre())
  const [isAwake, setAwake] = useState(false)
  const wake = () => setAwake(true)
  const value = String(props.value)
  const options = isAwake ? optionsOf(name, now, own) : []
  const chosen = value && !options.some(([option]) => option === value)
  const degree = findDegree(row.fields.degree)
  const isOfAll = name === 'subject' && degree && !needsSubject(degree)
  const empty = isOfAll ? 'All subjects' : emptyOf(name, own)
  return (
    <select {...props} onFocus={wake} onPointerEnter={wake} onPointerDown={wake}>
      <option value="">{empty}</option>
      {chosen && <option value={value}>{valueName(name, value)}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}

function langOf(title: string) {
  return /\p{Script=Tamil}/u.test(title) ? 'ta' : undefined
}
