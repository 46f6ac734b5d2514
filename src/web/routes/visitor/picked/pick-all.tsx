import type { PickedPaper } from '#domain/bundles/picked.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStored } from '#web/ui/use-store.ts'
import { pickAll, pickedPapers } from './picked-papers.ts'

type PickAllProps = {
  papers: readonly PickedPaper[]
  name?: string
  isBusy?: boolean
  onPick?: () => void
}

/** `papers` are none where they are not known yet: `onPick` asks for them. */
export function PickAll({ papers, name, isBusy = false, onPick = () => pickAll(papers) }: PickAllProps) {
  const m = useMessages()
  const allPicked = useStored(
    pickedPapers,
    (picked) => papers.length > 0 && papers.every(({ id }) => picked.some((each) => each.id === id)),
  )
  return (
    <button
      type="button"
      className="button button-line noscript:hidden"
      disabled={allPicked || isBusy}
      onClick={onPick}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {allPicked ? m.picked_all_picked() : (name ?? m.picked_pick_all())}
    </button>
  )
}
