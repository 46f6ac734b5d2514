import { useSyncExternalStore } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { followPicked, isPicked, pickAll } from './picked-papers.ts'

export function PickAll({ papers }: { papers: readonly PickedPaper[] }) {
  const m = useMessages()
  const allPicked = useSyncExternalStore(
    followPicked,
    () => papers.every(({ id }) => isPicked(id)),
    () => false,
  )
  return (
    <button
      type="button"
      className="button button-line noscript:hidden"
      disabled={allPicked}
      onClick={() => pickAll(papers)}
    >
      {allPicked ? m.picked_all_picked() : m.picked_pick_all()}
    </button>
  )
}
