import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { PAPER_FIELDS } from '#domain/paper/form-fields.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { failureOf } from '../client/call-error.ts'
import { useAdmin } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { fetchList } from './list-files.tsx'
import { activeFilters, readAsk } from './list-query.ts'
import { countPapers } from './use-bulk.ts'
import './print-list.css'

export const meta = adminMeta('Print the list')

type Line = { id: string; title: string; degree: string; subject: string; month: string; year: string }

/** The admin area's list on paper, for the notice board: all of it, with an address that can be typed. */
export default function PrintList() {
  const { now } = useAdmin()
  const { search } = useLocation()
  const { name } = useCentre()
  const read = useQuery({
    queryKey: ['print', search],
    queryFn: async () => await linesOf(new Uint8Array(await (await fetchList(search)).arrayBuffer())),
    gcTime: 0,
  })
  const failure = failureOf(read)
  const narrowed = activeFilters(readAsk(new URLSearchParams(search))).map(({ label }) => label)
  const origin = typeof location === 'undefined' ? '' : location.origin
  const lines = read.data ?? []
  return (
    <div className="ruled grid gap-4 print-list">
      <div className="print-ways">
        <button type="button" className="button" disabled={lines.length === 0} onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          Print
        </button>
        <Link className="action" to={`/admin${search}#uploaded-heading`}>
          <span className="sweeps">Back to the list</span>
        </Link>
      </div>
      {failure && (
        <LoadFailed sentence={`The list could not be read. ${failure}`} onRetry={() => void read.refetch()} />
      )}
      {read.isPending && <p role="status">Reading the list …</p>}
      {read.data && (
        <article>
          <h1>{name}</h1>
          <p>{[countPapers(lines.length), ...narrowed, dayLabel(now.toISOString())].join(' · ')}</p>
          <p className="print-where">
            Each at <b>{`${withoutScheme(origin)}/papers/`}</b> and the letters in its line.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Title</th>
                <th scope="col">Class</th>
                <th scope="col">Subject</th>
                <th scope="col">Month and year</th>
                <th scope="col">Address</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id, title, degree, subject, month, year }) => (
                <tr key={id}>
                  <td>{title}</td>
                  <td>{degree}</td>
                  <td>{subject}</td>
                  <td>{`${month.slice(0, 3)} ${year}`}</td>
                  <td>
                    <a href={`/papers/${id}`}>{id}</a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      )}
    </div>
  )
}

function withoutScheme(origin: string) {
  return origin.replace(/^https?:\/\//, '')
}

/** Of the table that the list is downloaded as. */
async function linesOf(bytes: Uint8Array): Promise<Line[]> {
  const { readCsv } = await import('#domain/admin-list/papers-csv.ts')
  const table = readCsv(bytes)
  if ('fault' in table) return []
  const at = (heading: string) => table.headings.indexOf(heading)
  const names = ['title', 'degree', 'subject', 'month', 'year'] as const
  return table.rows.map(({ cells }) => {
    const said = names.map((name) => [name, cells[at(PAPER_FIELDS[name].label)] ?? ''])
    return { id: cells[at('Id')] ?? '', ...Object.fromEntries(said) } as Line
  })
}
