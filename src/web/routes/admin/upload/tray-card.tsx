import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { findDegree } from '#domain/catalogue/paper.ts'
import { PageOneButton } from './page-one.tsx'
import { RowField, whyId } from './row-field.tsx'
import { AtWork, Conflicts } from './row-others.tsx'
import { problemOf } from './row-problem.ts'
import { RowState } from './row-state.tsx'
import { ChooseRow, factsOf, type RowDeeds, TakeAway } from './tray-line.tsx'
import { FIELD_LABELS, type FieldName, type TrayRow } from './tray-row.ts'
import { useRow, useTitleFault } from './use-tray.ts'

type CardProps = RowDeeds & {
  id: string
  isChosen: boolean
  isOpen: boolean
  onOpen: (id: string | null) => void
}

/** One paper on a narrow screen: closed it says what it is and where it stands, open it has its fields. */
export const TrayCard = memo(function TrayCard({ id, isChosen, isOpen, onOpen, ...deeds }: CardProps) {
  const row = useRow(id)
  const titleFault = useTitleFault(id)
  if (!row) return null
  return (
    <li
      className="tray-card"
      data-row={id}
      data-state={problemOf(row).kind}
      data-chosen={isChosen || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as in the register */}
      <div role="group" aria-label={row.name}>
        <div className="tray-card-head">
          <ChooseRow row={row} isChosen={isChosen} onChoose={deeds.onChoose} />
          <PageOneButton row={row} onOpen={deeds.onLook} />
          <button
            type="button"
            className="tray-card-name"
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? null : id)}
          >
            <strong>{row.fields.title || row.name}</strong>
            <span>{lineOf(row)}</span>
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </div>
        <AtWork row={row} />
        <Conflicts row={row} />
        {row.failure && (
          <p id={whyId(row)} className="tray-failure">
            {row.failure.sentence}
          </p>
        )}
        {titleFault && (
          <p className="px-4">
            <span className="tray-marked">{titleFault}</span>
          </p>
        )}
        <div className="tray-card-foot">
          <RowState row={row} onCompare={deeds.onCompare} />
          <TakeAway row={row} />
        </div>
        {isOpen && (
          <div className="tray-card-fields">
            <p className="tray-name">{factsOf(row)}</p>
            {FIELDS.map((name) => (
              <RowField key={name} row={row} name={name} labelled />
            ))}
          </div>
        )}
      </div>
    </li>
  )
})

const FIELDS = Object.keys(FIELD_LABELS) as FieldName[]

function lineOf({ fields: { degree, subject, month, year } }: TrayRow) {
  const known = [findDegree(degree)?.name, subject, [month, year].filter(Boolean).join(' ')]
  return known.filter(Boolean).join(' · ') || 'Nothing is known of it yet'
}
