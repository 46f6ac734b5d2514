import { useEffect, useState } from 'react'
import { ViewsSparkline } from '#web/routes/admin/activity/chart/sparkline.tsx'
import { callDesk } from '../state/desk-calls.ts'

/** How often a paper was opened on each of the last thirty days; nothing where that cannot be read. */
export function PaperViews({ id }: { id: string }) {
  const [views, setViews] = useState<number[] | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const read = callDesk<{ byDay: { views: number }[] }>(`/activity/papers/${id}`, {
      signal: leaving.signal,
    })
    void read.then((answer) => answer.ok && setViews(answer.body.byDay.map((day) => day.views)))
    return () => leaving.abort()
  }, [id])
  if (!views) return null
  const sum = views.reduce((total, value) => total + value, 0)
  return (
    <p className="paper-views">
      <ViewsSparkline views={views} />
      <span aria-hidden="true">
        {sum.toLocaleString('en-IN')} {sum === 1 ? 'view' : 'views'} in the last {views.length} days
      </span>
    </p>
  )
}
