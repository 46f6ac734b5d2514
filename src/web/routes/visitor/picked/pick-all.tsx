import { useSyncExternalStore } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { followPicked, isPicked, pickAll } from './picked-papers.ts'

export function PickAll({ papers }: { papers: readonly PickedPaper[] }) {
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
      {allPicked ? 'All picked' : 'Pick all'}
    </button>
  )
}
