import { Check, ChevronRight, CircleAlert, Copy, RotateCcw, Users } from 'lucide-react'
import type { FieldName } from '#domain/paper/form-fields.ts'
import { useOnline } from '#web/ui/use-store.ts'
import { pdfsInPortfolio } from '../files/check-file.ts'
import { WHAT_GOES } from '../files/upload-progress.tsx'
import { putInFolder } from './drop.tsx'
import { problemOf } from './inbox-contents.ts'
import { FIELD_LABELS, type InboxRow, isSureDuplicate } from './inbox-row.ts'
import type { InboxStore } from './inbox-store.ts'
import { fileOf, putInInbox } from './row-storage.ts'
import { useInboxPlace } from './use-inbox.ts'

export function RowState({ row, onCompare }: { row: InboxRow; onCompare: (id: string) => void }) {
  const { inbox } = useInboxPlace()
  const problem = problemOf(row)
  const ids = [row.uploadId]
  if (problem.kind === 'coming') return <Coming row={row} />
  if (problem.kind === 'reading')
    return (
      <button
        type="button"
        className="button button-line inbox-do"
        aria-pressed={row.whenRead ?? false}
        title="Published by itself if nothing is missing or doubtful then, while these pages are open"
        onClick={() => inbox.dispatch({ kind: 'when-read', ids, on: !row.whenRead })}
      >
        {row.whenRead && <Check aria-hidden="true" className="size-4" />}
        Publish when read
      </button>
    )
  if (problem.kind === 'publishing') return <Busy>Publishing …</Busy>
  if (problem.kind === 'conflict')
    return (
      <span className="inbox-word text-red">
        <Users aria-hidden="true" className="size-4.5" /> Changed by two
      </span>
    )
  if (problem.kind === 'duplicate')
    return (
      <button type="button" className="button button-line inbox-do" onClick={() => onCompare(row.uploadId)}>
        <Copy aria-hidden="true" className="size-4" />
        {row.copyOf ? 'Same file twice' : isSureDuplicate(row) ? 'Already there' : 'There already?'}
      </button>
    )
  if (problem.kind === 'failed' && row.failure?.scripts && row.file !== 'elsewhere')
    return (
      <button
        type="button"
        className="button button-line inbox-do"
        title={WHAT_GOES}
        onClick={() => inbox.dispatch({ kind: 'without-scripts', ids })}
      >
        Remove scripts
      </button>
    )
  if (problem.kind === 'failed' && row.failure?.portfolio && row.file !== 'elsewhere')
    return (
      <button
        type="button"
        className="button button-line inbox-do"
        title="The PDFs attached to it become rows of their own"
        onClick={() => void takePapersOut(inbox, row)}
      >
        Take papers out
      </button>
    )
  if (problem.kind === 'failed')
    return row.failure?.again ? (
      <button
        type="button"
        className="button button-line inbox-do"
        onClick={() => inbox.dispatch({ kind: 'again', ids })}
      >
        <RotateCcw aria-hidden="true" className="size-4" />
        Try again
      </button>
    ) : (
      <span className="inbox-word text-red">
        <CircleAlert aria-hidden="true" className="size-4.5" /> Not accepted
      </span>
    )
  if (problem.kind === 'missing')
    return (
      <button
        type="button"
        className="inbox-word inbox-do inbox-needs"
        title={problem.fields.length > 1 ? `To add or correct: ${listOf(problem.fields)}` : undefined}
        onClick={(event) => goToField(event.currentTarget, problem.fields[0])}
      >
        <span>{wordsOf(problem.fields)}</span>
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </button>
    )
  if (problem.kind === 'doubtful')
    return (
      <button
        type="button"
        className="button button-line inbox-do inbox-right"
        title={`Please check: ${listOf(problem.fields)}`}
        onClick={() => inbox.dispatch({ kind: 'confirmed', ids })}
      >
        <Check aria-hidden="true" className="size-4" />
        Confirm
      </button>
    )
  return (
    <span className="inbox-word text-ticked">
      <Check aria-hidden="true" className="size-4.5" strokeWidth={3} /> Ready
    </span>
  )
}

/** In the room of "Add subject", which is what a phone's row has next to its file. */
function wordsOf(fields: FieldName[]) {
  if (fields.length > 1) return `Add ${fields.length} fields`
  return fields[0] === 'referenceLink' ? 'Correct link' : `Add ${listOf(fields)}`
}

/** On a phone the row's fields are folded away until then. */
function goToField(button: HTMLElement, name?: FieldName) {
  const row = button.closest('[data-row]')
  const field = () => row?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (!field()) row?.querySelector<HTMLElement>('[aria-expanded="false"]')?.click()
  requestAnimationFrame(() => field()?.focus())
}

function Coming({ row }: { row: InboxRow }) {
  const online = useOnline()
  if (row.step === 'new') return <Busy>Reading …</Busy>
  if (!online) return <span className="inbox-word text-quiet font-medium">Waits for the connection</span>
  if (row.step === 'hashed') return <Busy>Comparing …</Busy>
  if (row.step !== 'sending') return <span className="inbox-word text-quiet font-medium">Waits its turn</span>
  if (row.sent < 0) return <Busy>Trying again …</Busy>
  if (row.sent >= row.size) return <Busy>Checking …</Busy>
  const percent = Math.floor((row.sent / Math.max(1, row.size)) * 100)
  return (
    <span className="inbox-sent">
      <progress className="meter" aria-label={`Sending ${row.name}`} max={row.size || 1} value={row.sent} />
      <span aria-hidden="true">{percent} %</span>
    </span>
  )
}

function Busy({ children }: { children: React.ReactNode }) {
  return (
    <span className="inbox-word text-quiet font-medium">
      <span className="spinner" aria-hidden="true" /> {children}
    </span>
  )
}

/** "title, month and year". */
export function listOf(fields: FieldName[]): string {
  const names = fields.map((name) => FIELD_LABELS[name].toLowerCase())
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

/** The papers of a portfolio become rows of their own. Its own row is taken away once nothing is left in it. */
async function takePapersOut(
  inbox: Pick<InboxStore, 'owner' | 'dispatch'>,
  { uploadId: id, name, folders = '' }: InboxRow,
): Promise<void> {
  const file = await fileOf(id).catch(() => null)
  const { pdfs, left } = (file && (await pdfsInPortfolio(file).catch(() => null))) || NOTHING
  const folder = [folders, name.replace(/\.pdf$/i, '')].filter(Boolean).join('/')
  await putInInbox(
    pdfs.map((pdf) => putInFolder(pdf, folder)),
    inbox.owner,
  )
  if (pdfs.length > 0 && left === 0) return inbox.dispatch({ kind: 'taken', ids: [id] })
  const out = pdfs.length === 0 ? 'No PDF' : pdfs.length === 1 ? 'One PDF' : `${pdfs.length} PDFs`
  const others = left === 0 ? '' : ` ${left} of its files ${left === 1 ? 'is' : 'are'} no PDF or too large.`
  const sentence = `${out} could be taken out of it here.${others} Open it in Acrobat Reader, save what is inside, and drop that here.`
  inbox.dispatch({ kind: 'failed', id, failure: { sentence, again: false } })
}

const NOTHING = { pdfs: [], left: 0 }
