import { Link2, X } from 'lucide-react'
import { memo, useState } from 'react'
import { sizeLabel } from '#domain/catalogue/paper.ts'
import { PageOneButton } from './page-one.tsx'
import { RowField, whyId } from './row-field.tsx'
import { AtWork, Conflicts } from './row-others.tsx'
import { problemOf } from './row-problem.ts'
import { RowState } from './row-state.tsx'
import type { TrayRow } from './tray-row.ts'
import { useRow, useTitleFault, useTrayPlace } from './use-tray.ts'

export type RowDeeds = {
  onChoose: (id: string, isWide: boolean) => void
  onLook: (id: string) => void
  onCompare: (id: string) => void
}
type RowProps = RowDeeds & { id: string; isChosen: boolean }

/** One paper in the register: a line of fields, and below it what is known of the file. */
export const TrayLine = memo(function TrayLine({ id, isChosen, ...deeds }: RowProps) {
  const row = useRow(id)
  const titleFault = useTitleFault(id)
  const [isLinkOpen, setLinkOpen] = useState(false)
  if (!row) return null
  const showsLink = isLinkOpen || row.fields.referenceLink !== ''
  return (
    <li
      className="tray-line"
      data-row={id}
      data-state={problemOf(row).kind}
      data-chosen={isChosen || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in the register's columns */}
      <div role="group" aria-label={row.name} className="tray-cells">
        <ChooseRow row={row} isChosen={isChosen} onChoose={deeds.onChoose} />
        <PageOneButton row={row} onOpen={deeds.onLook} />
        <RowField row={row} name="title" />
        <RowField row={row} name="degree" />
        <RowField row={row} name="subject" />
        <RowField row={row} name="month" />
        <RowField row={row} name="year" />
        <span className="tray-state">
          <RowState row={row} onCompare={deeds.onCompare} />
        </span>
        <TakeAway row={row} />
        <p className="tray-facts">
          <span className="tray-name">{factsOf(row)}</span>
          <AtWork row={row} />
          {!showsLink && (
            <button type="button" className="tray-add-link" onClick={() => setLinkOpen(true)}>
              <Link2 aria-hidden="true" className="size-4" /> Answers link
            </button>
          )}
          {titleFault && <span className="tray-marked">{titleFault}</span>}
          {row.isAnswers && <span className="tray-marked">Looks like the answers to a paper</span>}
          {row.failure && (
            <span id={whyId(row)} className="tray-failure">
              {row.failure.sentence}
            </span>
          )}
        </p>
        <Conflicts row={row} />
        {showsLink && (
          <div className="tray-link">
            <RowField row={row} name="referenceLink" />
          </div>
        )}
      </div>
    </li>
  )
})

type ChooseProps = Pick<RowDeeds, 'onChoose'> & { row: TrayRow; isChosen: boolean }

export function ChooseRow({ row, isChosen, onChoose }: ChooseProps) {
  return (
    <label className="tray-choose">
      <input
        type="checkbox"
        aria-label={`Choose ${row.name}`}
        checked={isChosen}
        onChange={(event) => onChoose(row.uploadId, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}

export function TakeAway({ row }: { row: TrayRow }) {
  const { tray } = useTrayPlace()
  return (
    <button
      type="button"
      className="tray-away"
      aria-label={`Take away ${row.name}`}
      title="Take away"
      onClick={() => tray.tell({ kind: 'taken', ids: [row.uploadId] })}
    >
      <X aria-hidden="true" className="size-4.5" />
    </button>
  )
}

/** "30-1-1 Mathematics.pdf · 11 pages · 2.0 MB". */
export function factsOf({ name, pages, size, step, withoutScripts }: TrayRow): string {
  const counted = pages === null ? '' : ` · ${pages} ${pages === 1 ? 'page' : 'pages'}`
  const without = withoutScripts && step === 'arrived' ? ' · its scripts were taken out' : ''
  return `${name}${counted} · ${sizeLabel(size)}${without}`
}
