import { grouped } from '#web/ui/grouped.ts'

export function VisitCount({ visits }: { visits: number | null }) {
  if (visits === null) {
    return (
      <p className="pencilled" role="status">
        The visits could not be read just now. Nothing is lost; look again in a moment.
      </p>
    )
  }
  const number = grouped(visits)
  return (
    <div className="grid gap-3 mt-6">
      <p className="sr-only">
        {number} {visits === 1 ? 'visit' : 'visits'} so far.
      </p>
      <p className="roll-number" aria-hidden="true">
        {[...number].map((sign, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
          sign === ',' ? <i key={at}>,</i> : <b key={at}>{sign}</b>,
        )}
      </p>
      <p className="reading">
        <span aria-hidden="true">{visits === 1 ? 'visit' : 'visits'} so far. </span>Only the number is kept,
        not who came.
      </p>
    </div>
  )
}
