import { useCallback, useMemo, useRef, useState } from 'react'
import { type FieldName, TOGETHER_NAMES } from '#domain/paper/form-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { optionsOf } from '../paper-inputs.tsx'
import { VISIBLE_NOW, type VisibilityChoice, VisibilityInput, visibilityOf } from '../visibility-input.tsx'
import { idsIn, type Tally } from './inbox-contents.ts'
import { FIELD_LABELS, type InboxRow } from './inbox-row.ts'
import { useInboxPlace, useMayTakeAway, useWide } from './use-inbox.ts'

type PublishBarProps = { tally: Tally; underWay: InboxRow[]; onConfirm: (ids: string[]) => void }

export function PublishBar({ tally, underWay, onConfirm }: PublishBarProps) {
  const { inbox, now } = useInboxPlace()
  const [when, setWhen] = useState<VisibilityChoice>(VISIBLE_NOW)
  const hiding = visibilityOf(when)
  const ready = idsIn(tally, 'ready')
  const doubtful = idsIn(tally, 'doubtful').filter((id) => !tally.titleFaults[id])
  const { rows } = inbox.read()
  const unread = idsIn(tally, 'reading').filter((id) => !rows[id]?.whenRead)
  const isBusy = underWay.length > 0
  function publish() {
    inbox.dispatch({ kind: 'forgotten', ids: tally.published.map(({ uploadId }) => uploadId) })
    inbox.dispatch({ kind: 'publish', ids: ready, hiding: hiding ?? undefined })
    setWhen(VISIBLE_NOW)
  }
  const isConfirmFirst = ready.length === 0 && !isBusy
  const confirm = doubtful.length > 0 && (
    <button
      type="button"
      className={isConfirmFirst ? 'button' : 'button button-line'}
      title="Look at what was guessed, and why"
      aria-haspopup="dialog"
      onClick={() => onConfirm(doubtful)}
    >
      Confirm {doubtful.length}
    </button>
  )
  return (
    <section className="inbox-publish" aria-label="Publish">
      {isConfirmFirst && confirm}
      <BusyButton
        className="button inbox-go"
        busy={isBusy}
        disabled={(ready.length === 0 && !isBusy) || hiding === null}
        aria-describedby="inbox-why"
        onClick={publish}
      >
        {isBusy ? (
          `Publishing, ${underWay.length} to go`
        ) : (
          <span>
            {when.how === 'now' ? 'Publish' : 'Store hidden'} {ready.length}
            <span className="max-lg:hidden"> complete {ready.length === 1 ? 'paper' : 'papers'}</span>
            {ready.length === 0 && (
              <span aria-hidden="true" className="inbox-why-not md:hidden">
                {shortSummary(tally)}
              </span>
            )}
          </span>
        )}
      </BusyButton>
      {!isConfirmFirst && confirm}
      {ready.length > 0 && !isBusy && <VisibilityInput when={when} now={now} onChange={setWhen} />}
      {unread.length > 0 && (
        <button
          type="button"
          className="button button-line"
          title="Published by themselves if nothing is missing or doubtful then, while these pages are open"
          onClick={() => inbox.dispatch({ kind: 'when-read', ids: unread, on: true })}
        >
          Publish {unread.length} when read
        </button>
      )}
      <p id="inbox-why" role="status" className="max-md:sr-only">
        {describeWaiting(tally, underWay.length)}
      </p>
    </section>
  )
}

/** "3 to check, 2 lack a month": on a phone, in the button that cannot be pressed; of more than two reasons the first. */
function shortSummary(tally: Tally): string {
  const lacking = tally.groups.filter(({ group }) => group.startsWith('missing'))
  const missing = new Set(lacking.flatMap(({ ids }) => ids)).size
  const field = lacking.length === 1 ? lacking[0]?.group.slice('missing-'.length) : undefined
  const reasons: [number, string][] = [
    [idsIn(tally, 'doubtful').length, 'to check'],
    [missing, `${missing === 1 ? 'lacks' : 'lack'} a ${field && isShort(field) ? field : 'field'}`],
    [idsIn(tally, 'coming').length, 'on the way'],
    [idsIn(tally, 'reading').length, 'being read'],
    [idsIn(tally, 'conflict').length, 'changed by two'],
    [idsIn(tally, 'duplicate').length, 'there already'],
    [idsIn(tally, 'failed').length, 'with a fault'],
  ]
  const counted = reasons.filter(([count]) => count > 0)
  const [first, ...rest] = counted.map(([count, words]) => `${count} ${words}`)
  if (rest.length < 2) return [first, ...rest].join(', ')
  return `${first}, ${tally.rows.length - (counted[0]?.[0] ?? 0)} more`
}

function isShort(field: string) {
  return ['title', 'degree', 'subject', 'month', 'year'].includes(field)
}

/** "3 wait: 2 on their way, 1 without a month." */
function describeWaiting(tally: Tally, underWay: number): string {
  const ready = idsIn(tally, 'ready').length
  const waiting = tally.rows.length - ready - underWay
  if (waiting === 0) return underWay > 0 ? '' : 'All are complete.'
  const coming = idsIn(tally, 'coming').length - underWay
  const fields = tally.groups.flatMap(({ group, ids }) => (group.startsWith('missing') ? ids : []))
  const missing = new Set(fields)
  const reasons: [number, string][] = [
    [coming, 'on their way'],
    [idsIn(tally, 'reading').length, 'until page 1 is read'],
    [
      missing.size,
      fields.length > missing.size ? `with ${fields.length} fields missing` : 'with a field missing',
    ],
    [idsIn(tally, 'doubtful').length - Object.keys(tally.titleFaults).length, 'to be checked'],
    [Object.keys(tally.titleFaults).length, 'with a title to be looked at'],
    [idsIn(tally, 'conflict').length, 'changed by two'],
    [idsIn(tally, 'duplicate').length, 'there already'],
    [idsIn(tally, 'failed').length, 'with something wrong'],
  ]
  const sentences = reasons.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `${waiting} ${waiting === 1 ? 'waits' : 'wait'}: ${sentences.join(', ')}.`
}

type ChosenBarProps = { chosen: Chosen; tally: Tally; onConfirm: (ids: string[]) => void }

export function ChosenBar({ chosen, tally, onConfirm }: ChosenBarProps) {
  const { inbox, now } = useInboxPlace()
  const own = ownState(useCentre())
  const isWide = useWide()
  const { ids } = chosen
  const mayDeleteUploads = useMayTakeAway()
  const doubtful = idsIn(tally, 'doubtful').filter((id) => chosen.marked.has(id))
  const takeAway = () => {
    const { rows } = inbox.read()
    const own = ids.filter((id) => rows[id] && mayDeleteUploads(rows[id]))
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

export function useChosen(visible: string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const now = useRef(visible)
  now.current = visible

  const choose = useCallback((id: string, isStretch: boolean) => {
    const stretch = isStretch && last.current ? between(now.current, last.current, id) : [id]
    last.current = id
    setMarked((before) => {
      const after = new Set(before)
      for (const each of stretch) {
        if (before.has(id)) after.delete(each)
        else after.add(each)
      }
      return after
    })
  }, [])
  const chooseAll = useCallback((ids: string[]) => setMarked(new Set(ids)), [])
  const clear = useCallback(() => setMarked(new Set()), [])
  const ids = useMemo(() => visible.filter((id) => marked.has(id)), [visible, marked])
  return { ids, marked, choose, chooseAll, clear }
}

export type Chosen = ReturnType<typeof useChosen>

function between(visible: string[], one: string, other: string): string[] {
  const ends = [visible.indexOf(one), visible.indexOf(other)].sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  return first < 0 ? [other] : visible.slice(first, last + 1)
}
