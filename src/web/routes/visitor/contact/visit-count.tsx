import { useMessages } from '#web/language/use-messages.ts'
import { grouped } from '#web/ui/grouped.ts'

export function VisitCount({ visits }: { visits: number | null }) {
  const m = useMessages()
  if (visits === null) {
    return (
      <p className="pencilled" role="status">
        {m.contact_visits_failed()}
      </p>
    )
  }
  const number = grouped(visits)
  return (
    <div className="grid gap-3 mt-6">
      <p className="sr-only">{m.contact_visits_said({ number, count: visits })}</p>
      <p className="roll-number" aria-hidden="true">
        {[...number].map((sign, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
          sign === ',' ? <i key={at}>,</i> : <b key={at}>{sign}</b>,
        )}
      </p>
      <p className="reading">
        <span aria-hidden="true">{m.contact_visits_below({ count: visits })} </span>
        {m.contact_visits_kept()}
      </p>
    </div>
  )
}
