import { useEffect, useRef } from 'react'
import { countStates, type Sitting, timeWritten } from '#domain/sitting/sitting.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { clockLabel } from './clock-bar.tsx'
import { ToPaper } from './to-paper.tsx'
import type { Dispatch } from './use-sitting.ts'

type DownProps = { sitting: Sitting; dispatch: Dispatch; onLeave: () => void }

/** After the sitting: what it was, told honestly. */
export function PensDown({ sitting, dispatch, onLeave }: DownProps) {
  const m = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { paper, pauses, clock } = sitting
  const { answered, later, open } = countStates(sitting)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sit-down">
        {m.sit_is_down()}
      </h2>
      <p>
        {m.sit_time_taken({ time: clockLabel(timeWritten(sitting)) })}{' '}
        {pauses > 0 && `${m.sit_pauses({ count: pauses, time: clockLabel(clock.paused) })} `}
        {paper.questions.length > 0 && m.sit_result({ answered, open: open + later })}
      </p>
      <p className="sit-ends">
        {paper.referenceLink && (
          <a className="button" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
            {m.card_answer()}
          </a>
        )}
        <button
          type="button"
          className="button button-line"
          onClick={() => {
            dispatch({ type: 'finish', isMarked: true })
            onLeave()
          }}
        >
          {m.sit_again()}
        </button>
      </p>
      <p className="sit-quiet">
        <ToPaper paper={paper} />
      </p>
    </>
  )
}
