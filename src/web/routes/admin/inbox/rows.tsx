import { ChevronDown } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { FIELD_NAMES, type FieldName, hasField } from '#domain/paper/form-fields.ts'
import { findDegree } from '#domain/paper/paper.ts'
import { VARIANT_FIELD_NAMES } from '#domain/paper/paper-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { NoBreakTitle } from '../no-break-title.tsx'
import type { Chosen } from './bars.tsx'
import { problemOf, type Tally } from './inbox-contents.ts'
import { doubtfulOf, FIELD_LABELS, type InboxRow, missingOf, variantFieldsOf } from './inbox-row.ts'
import type { AdminInbox } from './open-inbox.ts'
import { PageOneButton } from './page-one.tsx'
import { FILE_END, FieldMarks, isLong, RowField, TruncatedMiddle, whyId } from './row-field.tsx'
import {
  AtWork,
  ChooseRow,
  Conflicts,
  factsOf,
  InboxLine,
  type RowActions,
  RowLock,
  TakeAway,
} from './row-line.tsx'
import { RowState } from './row-state.tsx'
import { useInboxPlace, useReading, useRow, useTitleFault, useWide } from './use-inbox.ts'

type CardProps = RowActions & {
  id: string
  isChosen: boolean
  isOpen: boolean
  onOpen: (id: string | null) => void
}

const InboxCard = memo(function InboxCard({ id, isChosen, isOpen, onOpen, ...actions }: CardProps) {
  const row = useRow(id)
  const titleFault = useTitleFault(id)
  const reading = useReading(id)
  if (!row) return null
  return (
    <li
      className="inbox-card"
      data-row={id}
      data-state={problemOf(row).kind}
      data-chosen={isChosen || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as in the register */}
      <div role="group" aria-label={row.name}>
        <div className="inbox-card-head">
          <ChooseRow row={row} isChosen={isChosen} onChoose={actions.onChoose} />
          <PageOneButton row={row} onOpen={actions.onLook} />
          <button
            type="button"
            className="inbox-card-name"
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? null : id)}
          >
            <strong
              data-mark={doubtfulOf(row).includes('title') ? 'check' : undefined}
              data-long={isLong(row.fields.title) || undefined}
            >
              <NoBreakTitle>{row.fields.title || row.name}</NoBreakTitle>
            </strong>
            <span>
              <CardFacts row={row} />
            </span>
            {row.fields.title && (
              <span className="inbox-card-file" aria-hidden="true">
                <TruncatedMiddle text={row.name} end={FILE_END} />
              </span>
            )}
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </div>
        <AtWork row={row} />
        {reading && <p className="inbox-reading px-4">{reading}</p>}
        <Conflicts row={row} />
        {row.isLocked && (
          <div className="px-4 text-sm">
            <RowLock row={row} />
          </div>
        )}
        {row.failure && (
          <p id={whyId(row)} className="inbox-failure">
            {row.failure.sentence}
          </p>
        )}
        {titleFault && (
          <p className="px-4">
            <span className="px-1 bg-mark text-on-mark">{titleFault}</span>
          </p>
        )}
        <div className="inbox-card-foot">
          <RowState row={row} onCompare={actions.onCompare} />
          <TakeAway row={row} />
        </div>
        {isOpen && (
          <div className="inbox-card-fields">
            <p className="inbox-name">{factsOf(row)}</p>
            {FIELD_NAMES.filter((name) => hasField(row.fields.degree, name)).map((name) => (
              <RowField key={name} row={row} name={name} labelled />
            ))}
            <TakeAway row={row} said />
          </div>
        )}
      </div>
    </li>
  )
})

/** What is to be checked or missing has its field's mark here too, since the fields are folded away. */
function CardFacts({ row }: { row: InboxRow }) {
  const { degree, subject, month, year } = row.fields
  const apart = variantFieldsOf(row, ownState(useCentre()))
  if (!(degree || subject || month || year)) return <span>Nothing is known of it yet</span>
  const hasArrived = row.step === 'arrived'
  const doubtful = hasArrived ? doubtfulOf(row) : []
  const apartToCheck = VARIANT_FIELD_NAMES.find((name) => doubtful.includes(name))
  const missing = hasArrived && !row.isBeingRead ? missingOf(row) : []
  const lack = (name: FieldName) =>
    missing.includes(name) && (
      <span key={name} className="inbox-lack">
        {FIELD_LABELS[name]}&nbsp;?
      </span>
    )
  const said = (name: FieldName, text: React.ReactNode) =>
    doubtful.includes(name) ? (
      <mark key={name}>
        <span className="sr-only">Please check: </span>
        {text}
      </mark>
    ) : (
      <span key={name}>{text}</span>
    )
  const part = (name: FieldName, text?: string) => {
    const words = text ? said(name, text) : lack(name)
    return words && <span>{words}</span>
  }
  const monthSaid = (more?: string) => (
    <>
      {month.slice(0, 3)}
      <span className="max-sm:hidden">{month.slice(3)}</span>
      {more}
    </>
  )
  return (
    <>
      {part('degree', findDegree(degree)?.name)}
      {part('subject', subject)}
      {apart.length > 0 && <span>{said(apartToCheck ?? 'variant', apart.join(' · '))}</span>}
      <span className="inbox-when">
        {doubtful.includes('month') && doubtful.includes('year') ? (
          said('month', monthSaid(` ${year}`))
        ) : (
          <>
            {month ? said('month', monthSaid()) : lack('month')} {year ? said('year', year) : lack('year')}
          </>
        )}
      </span>
    </>
  )
}

type RegisterProps = Pick<RowActions, 'onLook' | 'onCompare'> & {
  shown: string[]
  chosen: Chosen
  tally: Tally
}

export function Register({ shown, chosen, tally, ...actions }: RegisterProps) {
  const { inbox } = useInboxPlace()
  const isWide = useWide()
  const [open, setOpen] = useState<string | null>(null)
  const count = chosen.ids.length
  const isPart = count > 0 && count < shown.length
  const isAll = shown.length > 0 && count === shown.length
  const chooseAll = () => (isAll ? chosen.clear() : chosen.chooseAll(shown))
  const onKey = useCallback((event: React.KeyboardEvent) => onRegisterKey(event, inbox), [inbox])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the fields inside are heard here once
    <div className="inbox-register" data-picking={count > 0 || undefined} onKeyDown={onKey}>
      <div className="inbox-heads">
        <label className="inbox-choose">
          <input
            type="checkbox"
            aria-label={`Pick all ${shown.length} shown`}
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = isPart
            }}
            onChange={chooseAll}
          />
          {/* While some are picked the bar says how many; next to the column's name it would read as a part of it. */}
          {isWide && <span aria-hidden="true">{count > 0 ? '' : 'Pick all'}</span>}
        </label>
        {isWide ? (
          ['Title', 'Degree', 'Subject', 'Month', 'Year'].map((name) => (
            <span key={name} aria-hidden="true">
              {name}
            </span>
          ))
        ) : (
          <>
            <span aria-hidden="true" className={count > 0 ? 'md:invisible' : 'font-normal'}>
              {count > 0 ? pickedInWords(tally, chosen) : 'Pick all'}
            </span>
            {count > 0 && (
              <button type="button" className="action md:hidden" onClick={chosen.clear}>
                <span className="sweeps">Pick none</span>
              </button>
            )}
          </>
        )}
      </div>
      <ul
        className={`bg-sheet border border-t-0 border-edge rounded-b-sm shadow-sheet ${isWide ? 'border-r-0' : ''}`}
      >
        {shown.map((id) =>
          isWide ? (
            <InboxLine
              key={id}
              id={id}
              isChosen={chosen.marked.has(id)}
              onChoose={chosen.choose}
              {...actions}
            />
          ) : (
            <InboxCard
              key={id}
              id={id}
              isChosen={chosen.marked.has(id)}
              isOpen={open === id}
              onOpen={setOpen}
              onChoose={chosen.choose}
              {...actions}
            />
          ),
        )}
      </ul>
      <FieldMarks />
      {isWide && (
        <p className="inbox-keys">
          <kbd>Enter</kbd> next paper, same field · <kbd>Ctrl D</kbd> same as above · <kbd>Shift</kbd>-click
          picks a stretch
        </p>
      )}
    </div>
  )
}

/** "13 picked, 8 lack a field". */
function pickedInWords(tally: Tally, { ids, marked }: Chosen): string {
  const lacking = new Set(tally.groups.flatMap(({ group, ids }) => (group.startsWith('missing') ? ids : [])))
  const count = [...lacking].filter((id) => marked.has(id)).length
  return `${ids.length} picked${count > 0 ? `, ${count} ${count === 1 ? 'lacks' : 'lack'} a field` : ''}`
}

/** Enter goes to the same field of the next row, with Shift of the one before; Ctrl+D or ⌘D copies from above. */
function onRegisterKey(event: React.KeyboardEvent, inbox: AdminInbox) {
  const field = event.target as HTMLElement
  const name = field.dataset.field as FieldName | undefined
  const line = field.closest('[data-row]')
  if (!name || !line || event.nativeEvent.isComposing) return
  const isCopy = event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)
  if (isCopy) {
    event.preventDefault()
    const above = inbox.read().rows[rowOf(line.previousElementSibling)]
    if (above) inbox.dispatch({ kind: 'typed', ids: [rowOf(line)], name, value: above.fields[name] })
  } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    const next = event.shiftKey ? line.previousElementSibling : line.nextElementSibling
    const same = next?.querySelector<HTMLElement>(`[data-field="${name}"]`)
    same?.focus()
    if (same instanceof HTMLInputElement) same.select()
  }
}

function rowOf(line: Element | null): string {
  return (line as HTMLElement | null)?.dataset.row ?? ''
}
