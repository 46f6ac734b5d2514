import { dayLabel, indiaInput, indiaTime, timeLabel } from '#domain/time/india-time.ts'
import { Field } from '#web/ui/field.tsx'

/** Whether visitors see a paper; `at` as a field for a time has it, in India: 2026-12-01T09:00. */
export type VisibilityChoice = { how: 'now' | 'at' | 'hidden'; at: string }
export const VISIBLE_NOW: VisibilityChoice = { how: 'now', at: '' }

/** As it is sent; null while the time is missing. */
export function visibilityOf({
  how,
  at,
}: VisibilityChoice): { hidden: boolean; showAt: string | null } | null {
  const showAt = how === 'at' ? indiaTime(at) : null
  return how === 'at' && showAt === null ? null : { hidden: how !== 'now', showAt }
}

export function visibilityChoiceOf({
  hiddenAt,
  showAt,
}: {
  hiddenAt: string | null
  showAt: string | null
}): VisibilityChoice {
  if (hiddenAt === null) return VISIBLE_NOW
  return showAt ? { how: 'at', at: indiaInput(showAt) } : { how: 'hidden', at: '' }
}

/** "30 November 2026, 9:00 am". */
export function momentLabel(time: string): string {
  return `${dayLabel(time)}, ${timeLabel(time)}`
}

type VisibilityInputProps = {
  when: VisibilityChoice
  now: Date
  onChange: (when: VisibilityChoice) => void
  /** Without those that would change nothing. */
  offers?: readonly VisibilityChoice['how'][]
}

const WORDS = { now: 'Visible', at: 'Hidden until …', hidden: 'Hidden' }
const HOWS = ['now', 'at', 'hidden'] as const

/** The time is the centre's, wherever the browser is. */
export function VisibilityInput({ when, now, onChange, offers = HOWS }: VisibilityInputProps) {
  const showAt = indiaTime(when.at)
  const tomorrow = () =>
    `${indiaInput(new Date(now.getTime() + 86_400_000).toISOString()).slice(0, 10)}T09:00`
  return (
    <div className="visibility-input">
      <Field label="For visitors">
        {(field) => (
          <select
            {...field}
            className="input"
            value={when.how}
            onChange={({ target }) =>
              onChange({ how: target.value as VisibilityChoice['how'], at: when.at || tomorrow() })
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
