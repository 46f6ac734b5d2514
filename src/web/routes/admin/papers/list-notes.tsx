import { RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmButton } from './confirm-button.tsx'
import { keepFocus } from './list-heading.ts'
import './list-notes.css'
import type { LastAction } from '#web/routes/admin/papers/use-paper-actions.ts'

export function SamplesNote({ onRemove }: { onRemove: () => Promise<void> }) {
  return (
    <p className="desk-sheet desk-note mt-5">
      Sample papers fill the catalogue, so that the site can be looked at.
      <ConfirmButton
        name="Remove all samples"
        question="Remove all sample papers?"
        explanation="The papers you uploaded stay. The samples do not come back."
        onConfirm={onRemove}
      />
    </p>
  )
}

/** The last action with Undo, or Go on after an interruption, until the next action. */
export function LastLine({ last }: { last: LastAction | null }) {
  const [busy, setBusy] = useState(false)
  async function act(action: () => Promise<unknown>) {
    setBusy(true)
    await action()
    setBusy(false)
    keepFocus()
  }
  return (
    <div className="last-line" aria-live="polite">
      {last && (
        <p>
          {last.sentence}
          {last.undo && (
            <LineButton name="Undo" Mark={Undo2} busy={busy} act={() => act(last.undo as PaperAction)} />
          )}
          {last.goOn && (
            <LineButton name="Go on" Mark={RotateCw} busy={busy} act={() => act(last.goOn as PaperAction)} />
          )}
        </p>
      )}
    </div>
  )
}

type PaperAction = () => Promise<unknown>

function LineButton({
  name,
  Mark,
  busy,
  act,
}: {
  name: string
  Mark: typeof Undo2
  busy: boolean
  act: () => Promise<void>
}) {
  return (
    <button type="button" className="action gap-1.5" disabled={busy} onClick={() => void act()}>
      {busy ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <Mark className="size-4.5" aria-hidden="true" />
      )}
      <span className="sweeps">{name}</span>
    </button>
  )
}

export function UnsavedLine({
  drafts,
  onOpen,
}: {
  drafts: { id: string; title: string }[]
  onOpen: (id: string) => void
}) {
  if (drafts.length === 0) return null
  return (
    <p className="unsaved-line">
      Typed and not saved yet:{' '}
      {drafts.map(({ id, title }) => (
        <button key={id} type="button" className="action" onClick={() => onOpen(id)}>
          <span className="sweeps">{title}</span>
        </button>
      ))}
    </p>
  )
}
