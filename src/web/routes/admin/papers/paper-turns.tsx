import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { TurnedPages } from '#domain/page-images/turn-pages.server.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { Fault } from '#web/ui/field.tsx'
import { cacheAnswer } from '../client/cache-answer.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError, failureOf } from '../client/call-error.ts'
import { LoadFailed } from '../load-failed.tsx'

/** While pictures of turned pages are being made. */
const LOOK_MS = 2_000

/** Turns pages that are on their side or head, one or all, by a quarter at each press. */
export function PaperTurns({ paper }: { paper: AdminPaper }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="paper-history paper-turns">
      <button type="button" className="action gap-1.5" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronDown className="size-4.5" aria-hidden="true" />
        <span className="sweeps">Turn pages that are on their side</span>
      </button>
      {open && <Pages key={paper.link} id={paper.id} />}
    </div>
  )
}

function Pages({ id }: { id: string }) {
  const cache = useQueryClient()
  const queryKey = ['page turns', id]
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      callAdmin((api) => api.papers[':id']['page-turns'].$get({ param: { id }, query: {} }), { signal }),
    refetchInterval: ({ state }) => (state.data && isAnyTurning(state.data) ? LOOK_MS : false),
    gcTime: 0,
  })
  const [page, setPage] = useState<number | null>(1)
  const [fault, setFault] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const failure = failureOf(read)
  if (failure)
    return (
      <LoadFailed sentence={`The pages could not be read. ${failure}`} onRetry={() => void read.refetch()} />
    )
  if (!read.data) return <div className="skeleton h-56 w-40" role="status" aria-label="Reading the pages …" />
  const { sizes } = read.data

  async function turn() {
    if (busy) return
    setFault('')
    setSaid('')
    setBusy(true)
    try {
      const turned = await callAdmin((api) =>
        api.papers[':id']['page-turns'].$post({ param: { id }, json: { page } }),
      )
      await cacheAnswer(cache, queryKey, turned)
      setSaid(`${page === null ? 'All pages are' : `Page ${page} is`} turned by a quarter to the right.`)
    } catch (error) {
      const { status, message } = asCallError(error)
      setFault(status === 0 ? 'The site could not be reached. Look at the page, then try again.' : message)
      // It may have been turned, and only the answer lost.
      void read.refetch()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="turning">
      <Preview pages={read.data} page={page ?? 1} />
      <div className="grid gap-3 content-start justify-items-start">
        <label className="grid gap-1">
          <span className="font-semibold">Page</span>
          <select
            className="input"
            value={page ?? 'all'}
            onChange={({ target }) => {
              setPage(target.value === 'all' ? null : Number(target.value))
              setSaid('')
            }}
          >
            {sizes.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
            {sizes.length > 1 && <option value="all">All pages</option>}
          </select>
        </label>
        <button
          type="button"
          className="button button-line gap-2"
          // Disabled it would lose the focus, and it is pressed again.
          aria-disabled={busy || undefined}
          onClick={() => void turn()}
        >
          {busy ? (
            <span className="spinner" aria-hidden="true" />
          ) : (
            <RotateCw className="size-4.5" aria-hidden="true" />
          )}
          Turn by a quarter
        </button>
        <p role="status" className="text-sm">
          {said}{' '}
          {isAnyTurning(read.data) && 'Visitors see it as soon as its picture is made, in some seconds.'}
        </p>
        <Fault isSmall sentence={fault} />
        <p className="text-quiet text-sm">
          To undo it, press until the page is as before. The PDF itself is never changed.
        </p>
      </div>
    </div>
  )
}

/** At once as it will be: until its new picture is there, the old one is turned here. */
function Preview({ pages: { base, sizes, turns }, page }: { pages: TurnedPages; page: number }) {
  const size = sizes[page - 1]
  if (!size)
    return <p className="turning-page p-4 text-quiet text-sm text-center">This page has no picture yet.</p>
  const { width, height, turn = 0 } = size
  const rest = (360 + (turns[page] ?? 0) - turn) % 360
  return (
    <div className="turning-page">
      <img
        src={`${base}/${pageName(page, turn)}-720.webp`}
        width={width}
        height={height}
        alt={`Page ${page}`}
        style={rest === 0 ? undefined : { rotate: `${rest}deg` }}
      />
    </div>
  )
}

function isAnyTurning({ sizes, turns }: TurnedPages): boolean {
  return sizes.some((size, at) => size && (turns[at + 1] ?? 0) !== (size.turn ?? 0))
}
