import { useState } from 'react'
import { FOUND_LIMIT, type FoundPaper } from '#domain/paper/desk-paper.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import type { PapersPage } from '../list/use-papers-list.ts'
import { askFor, type DeskAsk, queryOf } from '../state/desk-address.ts'
import { callDesk } from '../state/desk-calls.ts'
import { countPapers } from './bulk-outcome.ts'
import type { Chosen } from './use-chosen-papers.ts'

/**
 * After all of a page are chosen: all that the list finds. They are chosen one by one as they are found now, so that a
 * paper that arrives later is not among them.
 */
export function ChooseFound({
  list,
  total,
  ask,
  chosen,
}: {
  list: PapersPage
  total: number
  ask: DeskAsk
  chosen: Chosen
}) {
  const [busy, setBusy] = useState(false)
  const where = ask.show === 'binned' ? 'in the bin' : 'that are found'
  const isPart = list.more || total > FOUND_LIMIT
  const most = Math.min(total, FOUND_LIMIT)
  if (list.pages <= 1) return null
  if (chosen.papers.size >= most) {
    const papers = countPapers(chosen.papers.size)
    return (
      <span className="choose-found" role="status">
        {isPart ? `${papers} are chosen, the most that go together.` : `All ${papers} ${where} are chosen.`}
      </span>
    )
  }

  async function chooseAll() {
    setBusy(true)
    const query = queryOf(askFor(ask, { sort: '' }))
    const answer = await callDesk<{ papers: FoundPaper[] }>(`/found?${query}`)
    setBusy(false)
    if (answer.ok) chosen.set(answer.body.papers, true)
    else toastFailure(answer.problem.detail)
  }

  const many = most.toLocaleString('en-IN')
  return (
    <button
      type="button"
      className="action choose-found gap-1.5"
      disabled={busy}
      onClick={() => void chooseAll()}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      <span className="sweeps">
        {isPart ? `Choose the first ${many} ${where}` : `Choose all ${many} ${where}`}
      </span>
    </button>
  )
}
