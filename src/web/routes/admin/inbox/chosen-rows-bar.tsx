import { useState } from 'react'
import { type FieldName, TOGETHER_NAMES } from '#domain/paper/paper-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { optionsOf } from '#web/routes/admin/paper-inputs.tsx'
import { ownState } from '#web/state-boards.ts'
import { idsIn, type Tally } from './group-rows.ts'
import { FIELD_LABELS } from './inbox-row.ts'
import type { Chosen } from './use-chosen-rows.ts'
import { useInboxPlace, useMayTakeAway, useWide } from './use-inbox.ts'

type ChosenBarProps = { chosen: Chosen; tally: Tally; onConfirm: (ids: string[]) => void }

export function ChosenBar({ chosen, tally, onConfirm }: ChosenBarProps) {
  const { inbox, now } = useInboxPlace()
  const own = ownState(useCentre())
  const isWide = useWide()
  const { ids } = chosen
  const mayTakeAway = useMayTakeAway()
  const doubtful = idsIn(tally, 'doubtful').filter((id) => chosen.marked.has(id))
  const takeAway = () => {
    const { rows } = inbox.read()
    const own = ids.filter((id) => rows[id] && mayTakeAway(rows[id]))
    inbox.dispatch({ kind: 'taken', ids: own })
    chosen.clear()
  }
  const fields = (
    <div className="inbox-chosen-fields">
      <SetTitle onSet={(value) => inbox.dispatch({ kind: 'typed', ids, name: 'title', value })} />
      {TOGETHER_NAMES.map((name) => (
        <SetChoice
          key={name}
          name={name}
          options={optionsOf(name, now, own)}
          onSet={(value) => inbox.dispatch({ kind: 'typed', ids, name, value })}
        />
      ))}
    </div>
  )
  return (
    <section className="inbox-chosen" aria-label="Picked papers">
      {/* Where the bar has it while none is picked. */}
      <button
        type="button"
        className="button inbox-do"
        title="Look at what was guessed, and why"
        aria-haspopup="dialog"
        disabled={doubtful.length === 0}
        onClick={() => onConfirm(doubtful)}
      >
        Confirm {doubtful.length}
      </button>
      <div className="inbox-chosen-count">
        <p role="status" className="font-semibold max-md:sr-only">
          {ids.length} picked
        </p>
        <button type="button" className="action" onClick={chosen.clear}>
          <span className="sweeps">Pick none</span>
        </button>
      </div>
      {isWide ? (
        <div className="inbox-chosen-set">
          <span aria-hidden="true">Set for {ids.length}</span>
          {fields}
        </div>
      ) : (
        <details className="inbox-set">
          <summary className="button button-line inbox-do">Set a field</summary>
          {fields}
        </details>
      )}
      <button type="button" className="button button-quiet inbox-do" onClick={takeAway}>
        Take away
      </button>
    </section>
  )
}

type SetChoiceProps = { name: FieldName; options: [string, string][]; onSet: (value: string) => void }

/** Sets at once, and then shows its name again for the next rows. */
function SetChoice({ name, options, onSet }: SetChoiceProps) {
  return (
    <select
      className="input"
      aria-label={`Set ${FIELD_LABELS[name].toLowerCase()} for all picked`}
      value=""
      onChange={(event) => onSet(event.target.value)}
    >
      <option value="">{FIELD_LABELS[name]}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}

function SetTitle({ onSet }: { onSet: (value: string) => void }) {
  const [title, setTitle] = useState('')
  return (
    <form
      className="flex col-span-full gap-2 md:col-auto"
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim()) onSet(title.trim())
        setTitle('')
      }}
    >
      <input
        className="input"
        aria-label="Set title for all picked"
        placeholder="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      {title.trim() && (
        <button type="submit" className="button inbox-do">
          Set
        </button>
      )}
    </form>
  )
}
