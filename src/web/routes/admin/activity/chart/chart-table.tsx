import type { Bar } from './bars.ts'
import type { Unit } from './units.ts'

export function ChartTable({
  name,
  bars,
  per,
  unit,
}: {
  name: string
  bars: Bar[]
  per: 'day' | 'week'
  unit: Unit
}) {
  const title = `${name} by ${per}`
  return (
    <details className="as-table">
      <summary>
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be pushed must be reached by the keyboard */}
      <section className="pushed" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{per === 'day' ? 'Day' : 'Week'}</th>
              <th scope="col">{unit.many}</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ day, name: dayName, value, now }) => (
              <tr key={day}>
                <th scope="row">
                  {dayName}
                  {now && <span className="swept">so far</span>}
                </th>
                <td>{value === null ? 'not counted yet' : value.toLocaleString('en-IN')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
