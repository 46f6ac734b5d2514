import { useEffect, useRef, useState } from 'react'
import { countStates, isReading, type Sitting, timeLeft, timeWritten } from '#domain/sitting/sitting.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Dispatch } from './use-sitting.ts'

/** The clock, the pause and the end; below the site's header while the page is scrolled. */
export function ClockBar({ sitting, dispatch }: { sitting: Sitting; dispatch: Dispatch }) {
  const m = useMessages()
  const [isAsking, setAsking] = useState(false)
  const left = timeLeft(sitting)
  const isOver = left !== null && left <= 0
  const isPaused = sitting.state === 'paused'
  const name = isReading(sitting)
    ? m.sit_clock_reading()
    : left === null
      ? m.sit_clock_used()
      : isOver
        ? m.sit_clock_over()
        : m.sit_clock_left()
  return (
    <div className="sit-bar" data-over={isOver || undefined}>
      <p className="sit-clock" role="timer" aria-label={name}>
        <b>{clockLabel(left === null ? timeWritten(sitting) : Math.abs(left), left !== null && !isOver)}</b>
        <small>{name}</small>
      </p>
      <div className="sit-bar-ways">
        {!isPaused && sitting.ends === undefined && (
          <button type="button" className="button button-line" onClick={() => dispatch({ type: 'pause' })}>
            {m.sit_pause()}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          {m.sit_pens_down()}
        </button>
      </div>
      {isOver && !isAsking && (
        <p className="sit-bar-note" role="alert">
          {m.sit_time_up()}
        </p>
      )}
      {isAsking && <AskPensDown sitting={sitting} dispatch={dispatch} onNo={() => setAsking(false)} />}
    </div>
  )
}

type AskProps = { sitting: Sitting; dispatch: Dispatch; onNo: () => void }

function AskPensDown({ sitting, dispatch, onNo }: AskProps) {
  const m = useMessages()
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  const { open, later } = countStates(sitting)
  return (
    <div className="sit-bar-note" role="alertdialog" aria-labelledby="pens-down">
      <p id="pens-down">
        {m.sit_pens_down_ask()} {open + later > 0 && m.sit_pens_down_open({ count: open + later })}
      </p>
      <p className="flex flex-wrap gap-3 mt-2">
        <button
          ref={yes}
          type="button"
          className="button button-danger"
          onClick={() => dispatch({ type: 'pens-down' })}
        >
          {m.sit_pens_down_yes()}
        </button>
        <button type="button" className="button button-line" onClick={onNo}>
          {m.sit_pens_down_no()}
        </button>
      </p>
    </div>
  )
}

/** "2:59:59"; what is left is rounded up, so that it begins with the whole time and ends with the last second. */
export function clockLabel(ms: number, isLeft = false): string {
  const all = isLeft ? Math.ceil(ms / 1_000) : Math.floor(ms / 1_000)
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`
}
