import { Layers, Link2, PencilLine, X } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { INBOX_AT_WORK_MS } from '#domain/inbox/inbox.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { hasField } from '#domain/paper/form-fields.ts'
import { VARIANT_FIELD_NAMES } from '#domain/paper/paper-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { PrintLock } from '../files/upload-progress.tsx'
import { authorName } from '../journal/describe-entry.ts'
import { problemOf } from './inbox-contents.ts'
import { type Conflict, FIELD_LABELS, type InboxRow, valueName, variantFieldsOf } from './inbox-row.ts'
import { PageOneButton } from './page-one.tsx'
import { FILE_END, RowField, TruncatedMiddle, whyId } from './row-field.tsx'
import { RowState } from './row-state.tsx'
import { useInboxPlace, useMayTakeAway, useReading, useRow, useTitleFault } from './use-inbox.ts'

export type RowActions = {
  onChoose: (id: string, isWide: boolean) => void
  onLook: (id: string) => void
  onCompare: (id: string) => void
}
type RowProps = RowActions & { id: string; isChosen: boolean }

export const InboxLine = memo(function InboxLine({ id, isChosen, ...actions }: RowProps) {
  const row = useRow(id)
  const titleFault = useTitleFault(id)
  const reading = useReading(id)
  const own = ownState(useCentre())
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [isVariantOpen, setVariantOpen] = useState(false)
  if (!row) return null
  const showsLink = isLinkOpen || row.fields.referenceLink !== ''
  return (
    <li
      className="inbox-line"
      data-row={id}
      data-state={problemOf(row).kind}
      data-chosen={isChosen || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in the register's columns */}
      <div role="group" aria-label={row.name} className="inbox-cells">
        <ChooseRow row={row} isChosen={isChosen} onChoose={actions.onChoose} />
        <PageOneButton row={row} onOpen={actions.onLook} />
        <RowField row={row} name="title" />
        <RowField row={row} name="degree" />
        <RowField row={row} name="subject" />
        <RowField row={row} name="month" />
        <RowField row={row} name="year" />
        <span className="inbox-state">
          <RowState row={row} onCompare={actions.onCompare} />
        </span>
        <TakeAway row={row} />
        <p className="col-[3_/_8] flex flex-wrap items-center gap-x-5 pl-2 text-sm/[1.4]">
          <span className="inbox-name inbox-name-line" title={row.name}>
            <TruncatedMiddle text={row.name} end={FILE_END} />
            <span>{countsOf(row)}</span>
          </span>
          {!isVariantOpen && (
            <button type="button" className="inbox-add-link" onClick={() => setVariantOpen(true)}>
              <Layers aria-hidden="true" className="size-4" />{' '}
              <span>{variantFieldsOf(row, own).join(' · ') || 'Variant'}</span>
            </button>
          )}
          {!showsLink && (
            <button type="button" className="inbox-add-link" onClick={() => setLinkOpen(true)}>
              <Link2 aria-hidden="true" className="size-4" /> <span>Answers link</span>
            </button>
          )}
          <AtWork row={row} />
          {reading && <span className="inbox-reading">{reading}</span>}
          {titleFault && <span className="px-1 bg-mark text-on-mark">{titleFault}</span>}
          {row.isAnswers && (
            <span className="px-1 bg-mark text-on-mark">Looks like the answers to a paper</span>
          )}
          <RowLock row={row} />
          {row.failure && (
            <span id={whyId(row)} className="inbox-failure">
              {row.failure.sentence}
            </span>
          )}
        </p>
        <Conflicts row={row} />
        {isVariantOpen && (
          <div className="col-[3_/_8] flex gap-2 pt-1">
            {VARIANT_FIELD_NAMES.filter((name) => hasField(row.fields.degree, name)).map((name) => (
              <RowField key={name} row={row} name={name} />
            ))}
          </div>
        )}
        {showsLink && (
          <div className="col-[3_/_8] pt-1">
            <RowField row={row} name="referenceLink" />
          </div>
        )}
      </div>
    </li>
  )
})

/** Offered while the file waits; a press of Publish then takes it as it is chosen here. */
export function RowLock({ row }: { row: InboxRow }) {
  const { inbox } = useInboxPlace()
  if (!row.isLocked || row.publishing) return null
  return (
    <PrintLock
      file={row.name}
      isUnlocked={row.unlocked ?? false}
      onChange={(on) => inbox.dispatch({ kind: 'unlocked', ids: [row.uploadId], on })}
    />
  )
}

type ChooseProps = Pick<RowActions, 'onChoose'> & { row: InboxRow; isChosen: boolean }

export function ChooseRow({ row, isChosen, onChoose }: ChooseProps) {
  return (
    <label className="inbox-choose">
      <input
        type="checkbox"
        aria-label={`Pick ${row.name}`}
        checked={isChosen}
        onChange={(event) => onChoose(row.uploadId, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}

/** `said`: in a word, where a phone's row has no room for the ×. */
export function TakeAway({ row, said = false }: { row: InboxRow; said?: boolean }) {
  const { inbox } = useInboxPlace()
  const mayDeleteUploads = useMayTakeAway()
  if (!mayDeleteUploads(row)) return null
  return (
    <button
      type="button"
      className={said ? 'button button-quiet inbox-away-word' : 'inbox-away'}
      aria-label={`Take away ${row.name}`}
      title="Take away"
      onClick={() => inbox.dispatch({ kind: 'taken', ids: [row.uploadId] })}
    >
      {said ? 'Take away' : <X aria-hidden="true" className="size-4.5" />}
    </button>
  )
}

/** "30-1-1 Mathematics.pdf · 11 pages · 2.0 MB". */
export function factsOf(row: InboxRow): string {
  return row.name + countsOf(row)
}

/** " · 11 pages · 2.0 MB". */
export function countsOf({ pages, size, step, withoutScripts }: InboxRow): string {
  const counted = pages === null ? '' : ` · ${pages} ${pages === 1 ? 'page' : 'pages'}`
  const without = withoutScripts && step === 'arrived' ? ' · its scripts were taken out' : ''
  return `${counted} · ${sizeLabel(size)}${without}`
}

/** While somebody else has changed the row within the last minute. */
export function AtWork({ row }: { row: InboxRow }) {
  const { inbox } = useInboxPlace()
  const edited = row.known?.edited
  const isOther = edited && edited.from !== inbox.here
  const left = isOther
    ? Date.parse(edited.at) + INBOX_AT_WORK_MS - (Date.now() + inbox.read().ahead)
    : Number.NEGATIVE_INFINITY
  const [, setOver] = useState('')
  const at = edited?.at ?? ''
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setOver(at), left + 50)
    return () => clearTimeout(timer)
  }, [left, at])
  if (!isOther || left <= 0) return null
  const isSelf = edited.by === inbox.owner
  return (
    <span className="inbox-at-work" title={edited.by}>
      <PencilLine aria-hidden="true" className="size-4" />
      {isSelf ? 'You are editing this in another browser' : `${authorName(edited.by)} is editing this`}
    </span>
  )
}

export function Conflicts({ row }: { row: InboxRow }) {
  const { inbox } = useInboxPlace()
  if (row.conflicts.length === 0) return null
  const decide = (part: Conflict['part'], keep: 'mine' | 'theirs') =>
    inbox.dispatch({ kind: 'decided', id: row.uploadId, part, keep })
  return (
    <div className="inbox-conflicts" role="alert">
      {row.conflicts.map(({ part, by }) => {
        const who = by === inbox.owner ? 'You, in another browser,' : authorName(by)
        const mine = wordsOf(row, part, 'mine')
        const theirs = wordsOf(row, part, 'theirs')
        return (
          <p key={part}>
            <span>
              <strong>{part === 'settled' ? 'Already there' : FIELD_LABELS[part]}:</strong>{' '}
              {`${who} put ${theirs} while you put ${mine}.`}
            </span>
            <button
              type="button"
              className="button button-line inbox-do"
              onClick={() => decide(part, 'theirs')}
            >
              Take {theirs}
            </button>
            <button
              type="button"
              className="button button-line inbox-do"
              onClick={() => decide(part, 'mine')}
            >
              Keep {mine}
            </button>
          </p>
        )
      })}
    </div>
  )
}

function wordsOf(row: InboxRow, part: Conflict['part'], whose: 'mine' | 'theirs'): string {
  if (part === 'settled') {
    const settled = whose === 'mine' ? row.settled : row.known?.settled
    return settled?.replace ? '“Replace”' : '“Keep both”'
  }
  const value = whose === 'mine' ? row.fields[part] : (row.known?.typed[part]?.value ?? '')
  const name = valueName(part, value)
  return name ? `“${name}”` : 'nothing'
}
