import { useMutation } from '@tanstack/react-query'
import { type AdminPaper, FOUND_LIMIT } from '#domain/paper/admin-paper.ts'
import { callAdmin } from '../client/call-admin.ts'
import { toastError } from '../client/call-error.ts'
import { filtersOf, type ListQuery } from './list-query.ts'
import { keepFocus } from './row-buttons.tsx'
import { type Chosen, countPapers } from './use-bulk.ts'
import type { PapersPage } from './use-papers-list.ts'

export function ChooseAll({ rows, chosen, isOn }: { rows: AdminPaper[]; chosen: Chosen; isOn: boolean }) {
  const isPart = !isOn && rows.some(({ id }) => chosen.papers.has(id))
  return (
    <label className="tick-box">
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isPart
        }}
        onChange={(event) => {
          chosen.set(rows, event.target.checked)
          // On a phone it is in the bar, which goes with the last that is picked.
          if (!event.target.checked) keepFocus()
        }}
      />
      <span className="max-[22rem]:sr-only">
        Pick all <span className="max-sm:sr-only">on this page</span>
      </span>
    </label>
  )
}

/** Chosen by id as they are now: a paper that arrives later is not among them. */
export function ChooseFound({
  list,
  total,
  ask,
  chosen,
}: {
  list: PapersPage
  total: number
  ask: ListQuery
  chosen: Chosen
}) {
  const { mutate: chooseAll, isPending: busy } = useMutation({
    mutationFn: () => callAdmin((api) => api.found.$get({ query: filtersOf(ask) })),
    onSuccess: ({ papers }) => chosen.set(papers, true),
    onError: toastError,
  })
  const where = ask.show === 'binned' ? 'in the bin' : 'that are found'
  const isPart = list.more || total > FOUND_LIMIT
  const most = Math.min(total, FOUND_LIMIT)
  if (list.pages <= 1) return null
  if (chosen.papers.size >= most) {
    const papers = countPapers(chosen.papers.size)
    return (
      <span className="choose-found" role="status">
        {isPart ? `${papers} are picked, the most that go together.` : `All ${papers} ${where} are picked.`}
      </span>
    )
  }

  const many = most.toLocaleString('en-IN')
  return (
    <button type="button" className="action choose-found gap-1.5" disabled={busy} onClick={() => chooseAll()}>
      {busy && <span className="spinner" aria-hidden="true" />}
      <span className="sweeps">
        {isPart ? `Pick the first ${many} ${where}` : `Pick all ${many} ${where}`}
      </span>
    </button>
  )
}
