import { useState } from 'react'
import { Link } from 'react-router'
import type { CsvTarget } from '#domain/admin-list/papers-csv.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import { callAdmin, guardedFetch } from '../client/call-admin.ts'
import { asCallError, readRefusal } from '../client/call-error.ts'
import { type Applied, CsvImport, type Progress, type ReadyRow } from '../csv-import.tsx'
import { fieldsOf } from './drafts.ts'
import { type ListQuery, queryOf } from './list-query.ts'
import { useRefreshPapers } from './use-papers-list.ts'

/** Ids at once, by which papers are looked up. */
const AT_ONCE = 200

/** The list out of the admin area, as it is narrowed and sorted, and corrections back in. */
export function ListFiles({ ask, now }: { ask: ListQuery; now: Date }) {
  const search = searchOfList(ask)
  return (
    <div className="list-files">
      <span>This list:</span>
      <Download search={search} now={now} />
      <Link className="action" to={`/admin/print${search}`}>
        <span className="sweeps">Print</span>
      </Link>
      <PapersCsv now={now} />
    </div>
  )
}

export function searchOfList(ask: ListQuery): string {
  const { page: _, ...query } = queryOf(ask)
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][]
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** Throws a `CallError`. */
export async function fetchList(search: string): Promise<Blob> {
  const answer = await guardedFetch(`/api/admin/papers.csv${search}`, {}, { limit: 60_000 })
  if (!answer.ok) throw await readRefusal(answer)
  return await answer.blob()
}

function Download({ search, now }: { search: string; now: Date }) {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await fetchList(search))
      const download = `papers-${indiaDay(now)}.csv`
      Object.assign(document.createElement('a'), { href: address, download }).click()
      URL.revokeObjectURL(address)
    } catch (error) {
      toastFailure(asCallError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <button type="button" className="action gap-1.5" disabled={busy} onClick={() => void save()}>
      {busy && <span className="spinner" aria-hidden="true" />}
      <span className="sweeps">Download as CSV</span>
    </button>
  )
}

/** Fields of papers by their ids, as the downloaded table has them. */
function PapersCsv({ now }: { now: Date }) {
  const refresh = useRefreshPapers()

  async function find(keys: string[]) {
    const targets = new Map<string, CsvTarget[]>()
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const ids = keys.slice(at, at + AT_ONCE).map((key) => key.toLowerCase())
      const { papers } = await callAdmin((api) => api.papers.named.$post({ json: { ids } }))
      for (const paper of papers) {
        const { id, title, version } = paper
        targets.set(id, [{ id, title, version, fields: fieldsOf(paper) }])
      }
    }
    return targets
  }

  async function apply(rows: ReadyRow[], { onRow, signal }: Progress): Promise<Applied> {
    const outcome: Applied = { done: [], failed: [] }
    for (const [at, row] of rows.entries()) {
      if (signal.aborted) {
        outcome.failed.push({ line: row.line, sentence: 'You stopped it before this row; it is as it was.' })
        break
      }
      const { id, version } = row.target
      const json = Object.fromEntries(row.changes.map(({ name, to }) => [name, to]))
      const header = { 'if-match': `"${version}"` }
      try {
        const saved = await callAdmin((api) => api.papers[':id'].$patch({ param: { id }, header, json }))
        outcome.done.push({ ...row, target: { ...row.target, version: saved.version } })
      } catch (error) {
        outcome.failed.push({ line: row.line, sentence: asCallError(error).message })
      }
      onRow(at + 1)
    }
    await refresh()
    return outcome
  }

  return (
    <CsvImport
      by="id"
      now={now}
      find={find}
      apply={apply}
      trigger="Correct by a CSV"
      explanation="Download this list, correct its table, and choose it here. The column “Id” says which paper a row is; an empty cell leaves a field as it is, a dash (–) empties it."
    />
  )
}
