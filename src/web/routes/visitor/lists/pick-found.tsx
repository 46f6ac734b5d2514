import { useState } from 'react'
import { PICK_LIMIT, type PickedPaper } from '#domain/bundles/picked.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { PickAll } from '../picked/pick-paper.tsx'
import { pickAll } from '../picked/picked-papers.ts'
import { carriedFilters } from './active-filters.ts'
import { addressOf } from './list-address.ts'

type List = { filter: PaperFilter; q: string; total: number; more: boolean; papers: readonly PickedPaper[] }

/** Picks all that a list or search found, across its pages; of more than can be picked it says so. */
export function PickFound({ list }: { list: List }) {
  const m = useMessages()
  if (list.total < 2) return null
  if (list.more || list.total > PICK_LIMIT)
    return (
      <p className="mt-6 max-w-[60ch] text-quiet noscript:hidden">
        {m.picked_at_most_found({ count: PICK_LIMIT })}
      </p>
    )
  const address = addressOf('/api/papers/found', {
    ...carriedFilters({ fixed: [], filter: list.filter }),
    q: list.q,
  })
  return <PickThem key={address} list={list} address={address} />
}

function PickThem({ list, address }: { list: List; address: string }) {
  const m = useMessages()
  const isWhole = list.papers.length === list.total
  const [found, setFound] = useState<readonly PickedPaper[]>(isWhole ? list.papers : [])
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready')
  async function pickFound() {
    if (found.length > 0) return pickAll(found)
    setState('asking')
    try {
      const papers = await askForFound(address)
      setFound(papers)
      pickAll(papers)
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="mt-6">
      <PickAll
        papers={found}
        name={m.picked_pick_found({ count: list.total })}
        isBusy={state === 'asking'}
        onPick={() => void pickFound()}
      />
      {state === 'failed' && (
        <p role="alert" className="mt-2">
          {m.picked_found_failed()}
        </p>
      )}
    </div>
  )
}

async function askForFound(address: string): Promise<PickedPaper[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The papers were answered with ${answer.status}`)
  const { papers } = (await answer.json()) as { papers: PickedPaper[] }
  return papers
}
