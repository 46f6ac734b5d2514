import { useQuery } from '@tanstack/react-query'
import { dayLabel } from '#domain/time/india-time.ts'
import { callAdmin } from './client/call-admin.ts'

/** Stands above the desk while the site has found something that whoever runs it should look at. */
export function SiteWarnings() {
  const { data } = useQuery({
    queryKey: ['warnings'],
    queryFn: ({ signal }) => callAdmin((api) => api.warnings.$get({ query: {} }), { once: true, signal }),
  })
  return data?.warnings.map(({ kind, sentence, since }) => (
    <p key={kind} className="desk-sheet desk-note" role="alert">
      <span className="whitespace-pre-line wrap-anywhere">
        {since && <strong>Since {dayLabel(since)}: </strong>}
        {sentence}
      </span>
    </p>
  ))
}
