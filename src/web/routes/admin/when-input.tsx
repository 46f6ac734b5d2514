import { dayLabel, indiaInput, indiaTime, timeLabel } from '#domain/time/india-time.ts'
import { Field } from '#web/ui/field.tsx'

/** Whether visitors see a paper; `at` as a field for a time has it, in India: 2026-12-01T09:00. */
export type When = { how: 'now' | 'at' | 'hidden'; at: string }
export const AT_ONCE: When = { how: 'now', at: '' }

/** As it is sent; null while the time is missing. */
export function visibilityOf({ how, at }: When): { hidden: boolean; showAt: string | null } | null {
  const showAt = how === 'at' ? indiaTime(at) : null
  return how === 'at' && showAt === null ? null : { hidden: how !== 'now', showAt }
}

export function whenOf({ hiddenAt, showAt }: { hiddenAt: string | null; showAt: string | null }): When {
  if (hiddenAt === null) return AT_ONCE
  return showAt ? { how: 'at', at: indiaInput(showAt) } : { how: 'hidden', at: '' }
}

/** "30 November 2026, 9:00 am". */
export function momentLabel(time: string): string {
  return `${dayLabel(time)}, ${timeLabel(time)}`
}

type WhenInputProps = {
  when: When
  now: Date
  onChange: (when: When) => void
  /** Without those that would change nothing. */
  offers?: readonly When['how'][]
}

const WORDS = { now: 'Visible', at: 'Hidden until …', hidden: 'Hidden' }
const HOWS = ['now', 'at', 'hidden'] as const

/** The time is the centre's, wherever the browser is. */
export function WhenInput({ when, now, onChange, offers = HOWS }: WhenInputProps) {
  const showAt = indiaTime(when.at)
  const tomorrow = () =>
    `${indiaInput(new Date(now.getTime() + 86_400_000).toISOString()).slice(0, 10)}T09:00`
  return (
    <div className="when-input">
      <Field label="For visitors">
        {(field) => (
          <select
            {...field}
            className="input"
            value={when.how}
            onChange={({ target }) =>
              onChange({ how: target.value as When['how'], at: when.at || tomorrow() })
            }
          >
            {offers.map((how) => (
              <option key={how} value={how}>
                {WORDS[how]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {when.how === 'at' && (
        <Field label="Until, in Indian time" hint={saidOf(showAt, now)}>
          {(field) => (
            <input
              {...field}
              className="input"
              type="datetime-local"
              required
              value={when.at}
              onChange={({ target }) => onChange({ how: 'at', at: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function saidOf(showAt: string | null, now: Date): string {
  if (showAt === null) return 'Choose a day and a time.'
  return Date.parse(showAt) <= now.getTime() ? 'That has passed: it is visible at once.' : momentLabel(showAt)
}
