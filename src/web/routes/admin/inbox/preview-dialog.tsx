import { Dialog } from '@base-ui/react/dialog'
import { Check, ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { FIELD_NAMES, FILED_NAMES, type FieldName } from '#domain/paper/form-fields.ts'
import { openPdf } from '../files/hidden-files.tsx'
import { problemOf } from './inbox-contents.ts'
import type { InboxRow } from './inbox-row.ts'
import { usePageOne } from './page-one.tsx'
import { RowField } from './row-field.tsx'
import { AtWork, Conflicts, factsOf } from './row-line.tsx'
import { listOf, RowState } from './row-state.tsx'
import { fileOf } from './row-storage.ts'
import { useInboxPlace, useRow } from './use-inbox.ts'

type PreviewDialogProps = {
  id: string | null
  shown: string[]
  onLook: (id: string | null) => void
  onCompare: (id: string) => void
}

export function PreviewDialog({ id, shown, onLook, onCompare }: PreviewDialogProps) {
  return (
    <Dialog.Root open={id !== null} onOpenChange={(next) => !next && onLook(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog w-[min(68rem,calc(100vw_-_1rem))] max-h-[calc(100dvh_-_1rem)] p-4 md:p-6">
          {id && <Looked key={id} id={id} shown={shown} onLook={onLook} onCompare={onCompare} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Looked({ id, shown, onLook, onCompare }: PreviewDialogProps & { id: string }) {
  const row = useRow(id)
  const { inbox } = useInboxPlace()
  if (!row) return null
  const at = shown.indexOf(id)
  const next = shown[at + 1] ?? null
  const problem = problemOf(row)
  const confirm = () => {
    inbox.dispatch({ kind: 'confirmed', ids: [id] })
    onLook(next)
  }
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) confirm()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below
    <div className="grid gap-y-4 gap-x-6 md:grid-cols-[minmax(0,1.15fr)_minmax(18rem,1fr)]" onKeyDown={onKey}>
      <PageOne row={row} />
      <div className="inbox-look-fields">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0">
            <Dialog.Title className="text-xl">
              {at + 1} of {shown.length}
            </Dialog.Title>
            <Dialog.Description className="inbox-name">{factsOf(row)}</Dialog.Description>
            <AtWork row={row} />
          </div>
          <Dialog.Close className="inbox-away" aria-label="Close">
            <X aria-hidden="true" className="size-5" />
          </Dialog.Close>
        </div>
        {FIELD_NAMES.map((name) => (
          <div key={name} className={(FILED_NAMES as FieldName[]).includes(name) ? 'inbox-half' : undefined}>
            <RowField row={row} name={name} labelled />
          </div>
        ))}
        <Conflicts row={row} />
        {row.failure && <p className="inbox-failure">{row.failure.sentence}</p>}
        <div className="inbox-look-foot">
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
              {next ? 'Confirm, next' : 'Confirm'}
            </button>
          ) : problem.kind === 'missing' ? (
            <span className="inbox-word text-red grow">Needs {listOf(problem.fields)}</span>
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

function PageOne({ row }: { row: InboxRow }) {
  const picture = usePageOne(row, true)
  return (
    <div className="inbox-look-page">
      {picture ? (
        <img src={picture} alt={`Page 1 of ${row.name}`} />
      ) : (
        <span className="inbox-word text-quiet font-medium">Page 1 is not here yet.</span>
      )}
      {row.file !== 'elsewhere' && (
        <button type="button" className="action" onClick={() => void openPdf(fileOf(row.uploadId))}>
          <span className="sweeps">Open the whole PDF</span>
          <ExternalLink aria-hidden="true" className="ml-1 size-4" />
        </button>
      )}
    </div>
  )
}
