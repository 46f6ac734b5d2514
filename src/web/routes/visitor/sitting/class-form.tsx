import { useState } from 'react'
import { askForClass, type ClassHour, hourOf, MOST_HOURS } from '#domain/sitting/class-hour.ts'
import { SETS } from '#domain/worksheets/worksheet.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useIsHydrated } from '#web/ui/use-store.ts'
import { SendList } from '../picked/bundle-links.tsx'
import { useClassTimes, WhenClass } from './class-waiting-room.tsx'

const DAY_MS = 86_400_000

type FormProps = {
  title: string
  /** Of what is sat; that in the address where there is none. */
  minutes: number | null
  hasSets: boolean
}

/** A link to this page for a day and a time: nothing of it is stored. */
export function ClassForm(props: FormProps) {
  const m = useMessages()
  const isHydrated = useIsHydrated()
  return (
    <details className="folds class-form" open={(isHydrated && location.hash === '#class') || undefined}>
      <summary id="class">{m.class_heading()}</summary>
      {isHydrated && <ClassFields {...props} />}
    </details>
  )
}

function ClassFields({ title, minutes, hasSets }: FormProps) {
  const m = useMessages()
  const times = useClassTimes()
  const [made, setMade] = useState<{ hour: ClassHour; note: string; set: string } | null>(null)
  const [wrong, setWrong] = useState<'empty' | 'order' | 'past' | null>(null)
  const here = new URL(location.href)
  function make(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '')
    const hour = hourOf({ day: text('day'), from: text('from'), to: text('to') }, Date.now())
    setWrong(typeof hour === 'string' ? hour : null)
    setMade(typeof hour === 'string' ? null : { hour, note: text('note'), set: text('set') })
  }
  const field = (name: string, label: string, type: string, value: string) => (
    <label>
      {label} <input className="input" name={name} type={type} defaultValue={value} maxLength={80} />
    </label>
  )
  return (
    <>
      <p>{m.class_why()}</p>
      <form className="mark-scheme" onSubmit={make} onChange={() => setMade(null)} noValidate>
        {field('day', m.class_day(), 'date', localDay(Date.now() + DAY_MS))}
        {field('from', m.class_from(), 'time', '10:00')}
        {field('to', m.class_to(), 'time', clockAfter(10 * 60 + (minutes ?? 60)))}
        {hasSets && (
          <label>
            {m.worksheet_set_field()}{' '}
            <select className="input" name="set" defaultValue={here.searchParams.get('set') ?? ''}>
              <option value="">{m.worksheet_set_none()}</option>
              {SETS.map((letter) => (
                <option key={letter} value={letter}>
                  {m.worksheet_set({ letter })}
                </option>
              ))}
            </select>
          </label>
        )}
        {field('note', m.class_note(), 'text', '')}
        <button type="submit" className="button button-line">
          {m.class_make()}
        </button>
      </form>
      {wrong && (
        <p className="field-error" role="alert">
          {
            { empty: m.class_empty(), order: m.class_order({ count: MOST_HOURS }), past: m.class_past() }[
              wrong
            ]
          }
        </p>
      )}
      {made && (
        <div className="sit-note" role="status">
          <WhenClass hour={made.hour} />
          <SendList title={`${title}, ${times(made.hour, made.hour.offset)}`} address={addressOf(made)} />
        </div>
      )}
      <p className="sit-quiet">{m.class_courtesy()}</p>
    </>
  )

  function addressOf({ hour, note, set }: NonNullable<typeof made>): string {
    const asked = askForClass(here.searchParams, hour, note)
    asked.delete('sitting')
    if (hasSets) asked.delete('set')
    if (set) asked.set('set', set)
    return `${here.origin}${here.pathname}?${asked}`
  }
}

/** As a field of a form takes it: 2026-12-05. */
function localDay(time: number): string {
  const at = new Date(time)
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** As a field of a form takes it: 11:30. */
function clockAfter(minutes: number): string {
  const at = Math.min(minutes, 24 * 60 - 1)
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
