import { Repeat2, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { type LearntCorrection, learnCorrections } from '#domain/autofill/like-corrections.ts'
import type { FieldName } from '#domain/paper/paper-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { optionsOf } from '#web/routes/admin/paper-inputs.tsx'
import { ownState } from '#web/state-boards.ts'
import type { Inbox } from './inbox-queue.ts'
import type { InboxRow } from './inbox-row.ts'
import { present } from './next-step.ts'
import { type FieldBefore, fieldBefore } from './row-changes.ts'
import { useInboxPlace } from './use-inbox.ts'

type Done = { name: FieldName; value: string; label: string; before: Record<string, FieldBefore> }

/** After two like corrections: the same for the rest of the batch, and the way back. */
export function LearntOffer({ contents }: { contents: Inbox }) {
  const { inbox, now } = useInboxPlace()
  const own = ownState(useCentre())
  const [done, setDone] = useState<Done | null>(null)
  const [declined, setDeclined] = useState<string[]>([])
  const offer = learnCorrections(present(contents).map(toCorrected)).find(
    ({ field, value }) => !declined.includes(keyOf(field, value)),
  )
  const accept = ({ field: name, value, ids }: LearntCorrection, label: string) => {
    const { rows } = inbox.read()
    const before = ids.flatMap((id): [string, FieldBefore][] => {
      const row = rows[id]
      return row ? [[id, fieldBefore(row, name)]] : []
    })
    setDone({ name, value, label, before: Object.fromEntries(before) })
    inbox.dispatch({ kind: 'typed', ids, name, value })
  }
  const undo = ({ name, value, before }: Done) => {
    // What was just undone is not offered again at once.
    setDeclined([...declined, keyOf(name, value)])
    inbox.dispatch({ kind: 'typed-back', name, before })
    setDone(null)
  }
  if (offer) {
    const label = labelOf(offer.field, offer.value, now, own)
    return (
      <div key="offer" className="desk-sheet desk-note inbox-note">
        <Repeat2 aria-hidden="true" className="size-5 max-md:hidden" />
        <p role="status">{sentenceOf(offer, label)}</p>
        <button type="button" className="button button-line inbox-do" onClick={() => accept(offer, label)}>
          {`Set for ${offer.ids.length} more`}
        </button>
        <button
          type="button"
          className="inbox-away"
          aria-label={`Do not set ${label} for others`}
          onClick={() => setDeclined([...declined, keyOf(offer.field, offer.value)])}
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    )
  }
  if (!done) return null
  const count = Object.keys(done.before).length
  return (
    <div key="done" className="desk-sheet desk-note inbox-note">
      <p role="status">{`${done.label} set for ${count} more ${count === 1 ? 'file' : 'files'}.`}</p>
      <button
        type="button"
        className="button button-line inbox-do"
        ref={focusAtOnce}
        onClick={() => undo(done)}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Undo
      </button>
      <button type="button" className="inbox-away" aria-label="Close" onClick={() => setDone(null)}>
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

/** The button that was pressed is gone: the way back takes its place. */
function focusAtOnce(button: HTMLButtonElement | null) {
  if (button && document.activeElement === document.body) button.focus({ preventScroll: true })
}

function sentenceOf({ trait, corrected, ids }: LearntCorrection, label: string) {
  const files = `${corrected} files`
  const others = `${ids.length} more ${ids.length === 1 ? 'has' : 'have'}`
  if (trait.kind === 'word')
    return `You set ${label} for ${files} with “${trait.text}” in their names. ${others} it.`
  const lie = `${ids.length} more ${ids.length === 1 ? 'lies' : 'lie'} there`
  return `You set ${label} for ${files} of the folder “${trait.text}”. ${lie}.`
}

function keyOf(name: string, value: string) {
  return `${name}=${value}`
}

function labelOf(name: FieldName, value: string, now: Date, own: string) {
  return optionsOf(name, now, own).find(([known]) => known === value)?.[1] ?? value
}

function toCorrected(row: InboxRow) {
  const { uploadId: id, name, folders = '', fields, guessed = {}, byHand: typed, doubtful } = row
  return { id, name, folders, fields, guessed, typed, doubtful, isOpen: !row.confirmed && !row.publishing }
}
