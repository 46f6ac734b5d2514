import { useQuery } from '@tanstack/react-query'
import { ViewsSparkline } from '#web/routes/admin/activity/sparkline.tsx'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'

/** Nothing when they cannot be read. */
export function PaperViews({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['activity', 'paper', id, 30],
    queryFn: ({ signal }) =>
      callAdmin((api) => api.activity.papers[':id'].$get({ param: { id }, query: { days: '30' } }), {
        signal,
      }),
  })
  const views = data?.byDay.map((day) => day.views)
  if (!views) return null
  const sum = views.reduce((total, value) => total + value, 0)
  return (
    <p className="flex flex-wrap items-end gap-y-1 gap-x-3 my-2">
      <ViewsSparkline views={views} />
      <span aria-hidden="true">
        {sum.toLocaleString('en-IN')} {sum === 1 ? 'view' : 'views'} in the last {views.length} days
      </span>
    </p>
  )
}
