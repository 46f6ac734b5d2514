import { Dialog } from '@base-ui/react/dialog'
import { Check, ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { usePageOne } from './page-one.tsx'
import { RowField } from './row-field.tsx'
import { AtWork, Conflicts } from './row-others.tsx'
import { problemOf } from './row-problem.ts'
import { listOf, RowState } from './row-state.tsx'
import { factsOf } from './tray-line.tsx'
import { FIELD_LABELS, type FieldName, type TrayRow } from './tray-row.ts'
import { fileOf } from './tray-rows.ts'
import { useRow, useTrayPlace } from './use-tray.ts'

type LookDialogProps = {
  id: string | null
  shown: string[]
  onLook: (id: string | null) => void
  onCompare: (id: string) => void
}

/** Page 1, large, with its fields beside it: one paper after the other is looked at and confirmed. */
export function LookDialog({ id, shown, onLook, onCompare }: LookDialogProps) {
  return (
    <Dialog.Root open={id !== null} onOpenChange={(next) => !next && onLook(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog tray-look">
          {id && <Looked key={id} id={id} shown={shown} onLook={onLook} onCompare={onCompare} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Looked({ id, shown, onLook, onCompare }: LookDialogProps & { id: string }) {
  const row = useRow(id)
  const { tray } = useTrayPlace()
  if (!row) return null
  const at = shown.indexOf(id)
  const next = shown[at + 1] ?? null
  const problem = problemOf(row)
  const confirm = () => {
    tray.tell({ kind: 'confirmed', ids: [id] })
    onLook(next)
  }
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below
    <div className="tray-look-sheet" onKeyDown={onKey}>
      <PageOne row={row} />
      <div className="tray-look-fields">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <Dialog.Title className="text-xl">
              {at + 1} of {shown.length}
            </Dialog.Title>
            <Dialog.Description className="tray-name">{factsOf(row)}</Dialog.Description>
            <AtWork row={row} />
          </div>
          <Dialog.Close className="tray-away" aria-label="Close">
            <X aria-hidden="true" className="size-5" />
          </Dialog.Close>
        </div>
        {(Object.keys(FIELD_LABELS) as FieldName[]).map((name) => (
          <div key={name} className={HALVES.includes(name) ? 'tray-half' : undefined}>
            <RowField row={row} name={name} labelled />
          </div>
        ))}
        <Conflicts row={row} />
        {row.failure && <p className="tray-failure">{row.failure.sentence}</p>}
        <div className="tray-look-foot">
          <button
            type="button"
            className="button button-line"
            disabled={at <= 0}
            onClick={() => onLook(shown[at - 1] ?? null)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
            Before
          </button>
          {problem.kind === 'doubtful' || problem.kind === 'ready' ? (
            <button type="button" className="button grow" title="Ctrl Enter" onClick={confirm}>
              <Check aria-hidden="true" className="size-5" />
              {next ? 'Looks right, next' : 'Looks right'}
            </button>
          ) : problem.kind === 'missing' ? (
            <span className="tray-word tray-red grow">Needs {listOf(problem.fields)}</span>
          ) : (
            <span className="grow">
              <RowState row={row} onCompare={onCompare} />
            </span>
          )}
          <button
            type="button"
            className="button button-line"
            disabled={next === null}
            onClick={() => onLook(next)}
          >
            Next
            <ChevronRight aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </div>
  )
}

/** Two of these stand side by side. */
const HALVES: FieldName[] = ['degree', 'subject', 'month', 'year']

function PageOne({ row }: { row: TrayRow }) {
  const picture = usePageOne(row, true)
  return (
    <div className="tray-look-page">
      {picture ? (
        <img src={picture} alt={`Page 1 of ${row.name}`} />
      ) : (
        <span className="tray-word tray-quiet">Page 1 is not here yet.</span>
      )}
      {row.file !== 'elsewhere' && (
        <button type="button" className="action" onClick={() => void openFile(row.uploadId)}>
          <span className="sweeps">Open the whole PDF</span>
          <ExternalLink aria-hidden="true" className="ml-1 size-4" />
        </button>
      )}
    </div>
  )
}

async function openFile(uploadId: string) {
  const file = await fileOf(uploadId)
  if (!file) return
  const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
  window.open(address, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
