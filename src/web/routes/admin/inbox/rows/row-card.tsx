import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { findDegree } from '#domain/paper/paper.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { BoundTitle } from '#web/routes/admin/bound-title.tsx'
import { ownState } from '#web/state-boards.ts'
import { PageOneButton } from '../dialogs/page-one.tsx'
import {
  apartOf,
  doubtfulOf,
  FIELD_LABELS,
  type FieldName,
  type InboxRow,
  isOfState,
  missingOf,
} from '../queue/inbox-row.ts'
import { problemOf } from '../queue/row-problem.ts'
import { useReading, useRow, useTitleFault } from '../use-inbox.ts'
import { FILE_END, isLong, MiddleCut } from './middle-cut.tsx'
import { RowField, whyId } from './row-field.tsx'
import { ChooseRow, factsOf, type RowActions, RowLock, TakeAway } from './row-line.tsx'
import { AtWork, Conflicts } from './row-others.tsx'
import { RowState } from './row-state.tsx'

type CardProps = RowActions & {
  id: string
  isChosen: boolean
  isOpen: boolean
  onOpen: (id: string | null) => void
}

export const InboxCard = memo(function InboxCard({ id, isChosen, isOpen, onOpen, ...actions }: CardProps) {
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
              <BoundTitle>{row.fields.title || row.name}</BoundTitle>
            </strong>
            <span>
              <CardFacts row={row} />
            </span>
            {row.fields.title && (
              <span className="inbox-card-file" aria-hidden="true">
                <MiddleCut text={row.name} end={FILE_END} />
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
            {fieldsOf(row).map((name) => (
              <RowField key={name} row={row} name={name} labelled />
            ))}
            <TakeAway row={row} said />
          </div>
        )}
      </div>
    </li>
  )
})

function fieldsOf({ fields }: InboxRow): FieldName[] {
  const names = Object.keys(FIELD_LABELS) as FieldName[]
  return names.filter((name) => name !== 'board' || isOfState(fields.degree))
}

/** What is to be checked or missing has its field's mark here too, since the fields are folded away. */
function CardFacts({ row }: { row: InboxRow }) {
  const { degree, subject, month, year } = row.fields
  const apart = apartOf(row, ownState(useCentre()))
  if (!(degree || subject || month || year)) return <span>Nothing is known of it yet</span>
  const hasArrived = row.step === 'arrived'
  const doubtful = hasArrived ? doubtfulOf(row) : []
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
      {apart.length > 0 && <span>{said('variant', apart.join(' · '))}</span>}
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
