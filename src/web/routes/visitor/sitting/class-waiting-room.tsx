import { useEffect, useState } from 'react'
import { LANGUAGES } from '#domain/language/languages.ts'
import { type AskedClass, type ClassHour, phaseOf } from '#domain/sitting/class-hour.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { clockLabel } from './clock-bar.tsx'
import { askSiteTime } from './use-sitting.ts'

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

/** "Saturday 5 December, 10:00–11:30 am", by a clock that is so many minutes ahead of UTC. */
export function useClassTimes(): (hour: ClassHour, offset: number) => string {
  const { locale } = LANGUAGES[useLanguage()]
  const format = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
    timeZone: 'UTC',
  })
  return ({ begins, ends }, offset) =>
    format.formatRange(begins + offset * MINUTE_MS, ends + offset * MINUTE_MS)
}

/** Minutes by which this device's clock is ahead of UTC at that time. */
function offsetHere(time: number): number {
  return -new Date(time).getTimezoneOffset()
}

/** Now, by the site's clock where it can be asked: that of a phone may be wrong by an hour. */
function useNow(): { now: number; isChecked: boolean } {
  const [ahead, setAhead] = useState<number | null>(null)
  const [, setSecond] = useState(0)
  useEffect(() => {
    const ask = () =>
      void askSiteTime().then((site) => {
        if (site !== null) setAhead(site - Date.now())
      })
    const tick = setInterval(() => setSecond((second) => second + 1), 1_000)
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(tick)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return { now: Date.now() + (ahead ?? 0), isChecked: ahead !== null }
}

type GateProps = {
  asked: AskedClass
  /** What is done while it goes on, in so many milliseconds that are left. */
  during: (hour: ClassHour, left: number) => React.ReactNode
  /** As always, when it is over. */
  children: React.ReactNode
}

/** Before, during and after the time of a class: what is sat is covered, sat with what is left of the time, and open. */
export function ClassWaitingRoom({ asked: { hour, note }, during, children }: GateProps) {
  const m = useMessages()
  const { now, isChecked } = useNow()
  if (!hour)
    return (
      <>
        <p className="sit-note" role="status">
          {m.class_forged()}
        </p>
        {children}
      </>
    )
  const phase = phaseOf(hour, now)
  const late = Math.floor((now - hour.begins) / MINUTE_MS)
  const said = { before: m.class_covered(), during: m.class_begun(), after: m.class_over() }
  const isLate = phase === 'during' && late > 0
  return (
    <>
      <div className="sit-note">
        <WhenClass hour={hour} />
        {note && <p>{m.class_note_says({ note })}</p>}
        {!isChecked && phase !== 'after' && <p>{m.class_unchecked()}</p>}
        {isLate && <p>{m.class_late({ count: late })}</p>}
        {/* Not told again every minute. */}
        <p role="status" className={isLate ? 'sr-only' : undefined}>
          {said[phase]}
        </p>
      </div>
      {phase === 'before' && <Countdown left={hour.begins - now} />}
      {phase === 'during' && during(hour, hour.ends - now)}
      {phase === 'after' && children}
    </>
  )
}

export function WhenClass({ hour }: { hour: ClassHour }) {
  const m = useMessages()
  const times = useClassTimes()
  const here = offsetHere(hour.begins)
  return (
    <>
      <p>
        <b>{m.class_when({ when: times(hour, here) })}</b>
      </p>
      {here !== hour.offset && <p>{m.class_other_zone({ when: times(hour, hour.offset) })}</p>}
    </>
  )
}

function Countdown({ left }: { left: number }) {
  const m = useMessages()
  const days = Math.floor(left / DAY_MS)
  return (
    <p className="sit-clock mt-4" role="timer" aria-label={m.class_until()}>
      <b>{days > 1 ? m.class_days({ count: days }) : clockLabel(left, true)}</b>
      <small>{m.class_until()}</small>
    </p>
  )
}
