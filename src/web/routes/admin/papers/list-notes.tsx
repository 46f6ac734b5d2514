import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmButton } from './confirm-button.tsx'
import { keepFocus } from './list-heading.ts'
import './list-notes.css'
import type { LastDeed } from './use-deeds.ts'

/** Says that samples fill the catalogue, with the way to be rid of them. */
export function SamplesNote({ onRemove }: { onRemove: () => Promise<void> }) {
  return (
    <p className="desk-sheet desk-note mb-5">
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

/** What was done last, and its way back: it waits here until the next thing is done. */
export function LastLine({ last }: { last: LastDeed | null }) {
  const [busy, setBusy] = useState(false)
  async function undo() {
    setBusy(true)
    await last?.undo?.()
    setBusy(false)
    keepFocus()
  }
  return (
    <div className="last-line" aria-live="polite">
      {last && (
        <p>
          {last.sentence}
          {last.undo && (
            <button type="button" className="action gap-1.5" disabled={busy} onClick={() => void undo()}>
              {busy ? (
                <span className="spinner" aria-hidden="true" />
              ) : (
                <Undo2 className="size-4.5" aria-hidden="true" />
              )}
              <span className="sweeps">Undo</span>
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** Papers whose forms were left with something typed: each is one press away. */
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
