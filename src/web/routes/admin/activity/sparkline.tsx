import { topOf } from './bars.ts'
import './chart.css'

/** Oldest first; the sum is in words for screen readers. */
export function ViewsSparkline({ views }: { views: number[] }) {
  const sum = views.reduce((total, value) => total + value, 0)
  const top = topOf(Math.max(0, ...views))
  return (
    <span className="sparkline">
      <svg viewBox={`0 0 ${views.length} 20`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={views
            .map((value, at) =>
              value === 0 ? '' : `M${at + 0.5} 20V${20 - Math.max(1, (value / top) * 19)}`,
            )
            .join('')}
        />
        <path className="base" d={`M0 20H${views.length}`} />
      </svg>
      <span className="sr-only">
        {sum.toLocaleString('en-IN')} {sum === 1 ? 'view' : 'views'} in the last {views.length} days
      </span>
    </span>
  )
}
