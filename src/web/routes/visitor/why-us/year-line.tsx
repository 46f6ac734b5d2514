import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'

export function YearLine() {
  const m = useMessages()
  const labels = useLabels()
  return (
    <ol className="year-line">
      {yearOf(m, labels).map(({ when, what, todo }) => (
        <li key={when}>
          <p className="when">{when}</p>
          <h3>{what}</h3>
          <p>{todo}</p>
        </li>
      ))}
    </ol>
  )
}

function yearOf(m: Messages, { month }: Labels) {
  return [
    { when: month('June'), what: m.year_june_what(), todo: m.year_june_todo() },
    { when: month('September'), what: m.year_september_what(), todo: m.year_september_todo() },
    { when: month('December'), what: m.year_december_what(), todo: m.year_december_todo() },
    { when: month('January'), what: m.year_january_what(), todo: m.year_january_todo() },
    { when: month('March'), what: m.year_march_what(), todo: m.year_march_todo() },
    { when: m.year_april(), what: m.year_april_what(), todo: m.year_april_todo() },
  ]
}
