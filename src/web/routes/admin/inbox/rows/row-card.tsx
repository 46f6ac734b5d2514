import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { findDegree } from '#domain/paper/paper.ts'
import { PageOneButton } from '../dialogs/page-one.tsx'
import { FIELD_LABELS, type FieldName, type InboxRow } from '../queue/inbox-row.ts'
import { problemOf } from '../queue/row-problem.ts'
import { useRow, useTitleFault } from '../use-inbox.ts'
import { RowField, whyId } from './row-field.tsx'
import { ChooseRow, factsOf, type RowActions, TakeAway } from './row-line.tsx'
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
            <strong>{row.fields.title || row.name}</strong>
            <span>
              {lineOf(row).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
            <ChevronDown aria-hidden="true" className="size-5" />
          </button>
        </div>
        <AtWork row={row} />
        <Conflicts row={row} />
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
          </div>
        )}
      </div>
    </li>
  )
})

function fieldsOf({ fields }: InboxRow): FieldName[] {
  const names = Object.keys(FIELD_LABELS) as FieldName[]
  return names.filter((name) => name !== 'board' || findDegree(fields.degree)?.type === 'state')
}

function lineOf({ fields: { degree, subject, month, year } }: InboxRow): string[] {
  const known = [findDegree(degree)?.name ?? '', subject, [month, year].filter(Boolean).join(' ')]
  const said = known.filter(Boolean)
  return said.length > 0 ? said : ['Nothing is known of it yet']
}
