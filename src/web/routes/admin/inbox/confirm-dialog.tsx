import { Dialog } from '@base-ui/react/dialog'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { FieldName } from '#domain/paper/form-fields.ts'
import { describeEvidence, type Guess, type GuessGroup, groupGuesses } from './guesses.ts'
import type { Inbox } from './inbox-contents.ts'
import { FIELD_LABELS, valueName } from './inbox-row.ts'
import { useInbox, useInboxPlace } from './use-inbox.ts'

/** As many files of a group are looked through at a glance. */
const SHOWN = 5

type ConfirmDialogProps = { ids: string[] | null; onClose: () => void }

/** What was guessed for many files, by value, with the files' own words next to it. */
export function ConfirmDialog({ ids, onClose }: ConfirmDialogProps) {
  return (
    <Dialog.Root open={ids !== null} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog w-[min(52rem,calc(100vw_-_1rem))]">
          {ids && <Guesses ids={ids} onClose={onClose} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Guesses({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { inbox } = useInboxPlace()
  const groups = groupGuesses(rowsOf(useInbox(inbox), ids))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const said = groups.filter(({ isDateOnly }) => !isDateOnly)
  const byDate = groups.filter(({ isDateOnly }) => isDateOnly)
  const taken = (group: GuessGroup) =>
    group.guesses.filter((guess) => !left.has(keyOf(group.field, guess))).map(({ id }) => id)
  const count = new Set(said.flatMap(taken)).size
  const leave = (group: GuessGroup, guesses: Guess[], isLeft: boolean) => {
    const next = new Set(left)
    for (const guess of guesses) {
      if (isLeft) next.add(keyOf(group.field, guess))
      else next.delete(keyOf(group.field, guess))
    }
    setLeft(next)
  }
  const confirm = (confirmed: GuessGroup[]) => {
    for (const group of confirmed)
      inbox.dispatch({ kind: 'confirmed', ids: taken(group), fields: [group.field] })
    if (groups.every((group) => confirmed.includes(group))) onClose()
  }
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Dialog.Title className="text-2xl">What was guessed</Dialog.Title>
        <Dialog.Close className="inbox-away" aria-label="Close">
          <X aria-hidden="true" className="size-5" />
        </Dialog.Close>
      </div>
      <Dialog.Description className="mb-3 text-quiet">
        Take the tick away where a guess is wrong; that file stays to be checked.
      </Dialog.Description>
      {said.map((group) => (
        <Group key={group.key} group={group} left={left} onLeave={leave} />
      ))}
      {byDate.length > 0 && (
        <section aria-labelledby="by-date">
          <h3 id="by-date" className="mt-5 text-lg">
            Years that only the PDF’s own date says
          </h3>
          <p className="text-quiet">
            A PDF may have been made years after its exam, so each year is confirmed by itself.
          </p>
          {byDate.map((group) => (
            <Group key={group.key} group={group} left={left} onLeave={leave}>
              <button
                type="button"
                className="button button-line inbox-do"
                disabled={taken(group).length === 0}
                onClick={() => confirm([group])}
              >
                {`Confirm ${group.value} for ${taken(group).length}`}
              </button>
            </Group>
          ))}
        </section>
      )}
      <div className="inbox-guess-foot">
        <button type="button" className="button" disabled={count === 0} onClick={() => confirm(said)}>
          <Check aria-hidden="true" className="size-5" />
          {`Confirm for ${count} ${count === 1 ? 'file' : 'files'}`}
        </button>
        {count === 0 && (
          <button type="button" className="button button-line" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    </>
  )
}

type GroupProps = {
  group: GuessGroup
  left: ReadonlySet<string>
  onLeave: (group: GuessGroup, guesses: Guess[], isLeft: boolean) => void
  children?: React.ReactNode
}

function Group({ group, left, onLeave, children }: GroupProps) {
  const { field, value, guesses } = group
  const taken = guesses.filter((guess) => !left.has(keyOf(field, guess)))
  const name = field === 'title' ? 'Titles' : `${FIELD_LABELS[field]} ${valueName(field, value)}`
  const line = (guess: Guess) => (
    <li key={guess.id}>
      <label className="inbox-guess-line">
        <input
          type="checkbox"
          checked={taken.includes(guess)}
          onChange={(event) => onLeave(group, [guess], !event.target.checked)}
        />
        <span>
          {field === 'title' && <strong>{guess.value} </strong>}
          {guess.told && field !== 'title' && <strong>{describeEvidence(guess.told)} </strong>}
          <span className="inbox-name">{guess.file}</span>
        </span>
      </label>
    </li>
  )
  return (
    <section className="inbox-guesses" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="inbox-guess-line">
          <input
            type="checkbox"
            checked={taken.length === guesses.length}
            ref={(box) => {
              if (box) box.indeterminate = taken.length > 0 && taken.length < guesses.length
            }}
            onChange={(event) => onLeave(group, guesses, !event.target.checked)}
          />
          <span className="font-semibold text-lg">{`${name} · ${guesses.length}`}</span>
        </label>
        {children}
      </div>
      <ul>{guesses.slice(0, SHOWN).map(line)}</ul>
      {guesses.length > SHOWN && (
        <details>
          <summary className="w-fit py-2 cursor-pointer">{`${guesses.length - SHOWN} more`}</summary>
          <ul>{guesses.slice(SHOWN).map(line)}</ul>
        </details>
      )}
    </section>
  )
}

function rowsOf({ rows }: Inbox, ids: string[]) {
  return ids.flatMap((id) => rows[id] ?? []).filter(({ step, away }) => step === 'arrived' && !away)
}

function keyOf(field: FieldName, { id }: Guess) {
  return `${field} ${id}`
}
