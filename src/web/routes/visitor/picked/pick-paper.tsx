import { useEffect, useReducer, useRef } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStored } from '#web/ui/use-store.ts'
import { isPicked, pickAll, pickedPapers, togglePick } from './picked-papers.ts'

/** Not there without JavaScript. */
export function PickPaper({ paper }: { paper: PickedPaper }) {
  const m = useMessages()
  const labels = useLabels()
  const checked = useStored(pickedPapers, (picked) => picked.some(({ id }) => id === paper.id))
  // The store is followed from the first effects on: a tick that is heard before them would be gone until then.
  const [, renderAnew] = useReducer((count: number) => count + 1, 0)
  const toggle = () => {
    togglePick(paper)
    renderAnew()
  }
  const box = useRef<HTMLInputElement>(null)
  // Ticked before hydration.
  useEffect(() => {
    if (box.current?.checked && !isPicked(paper.id)) togglePick(paper)
  }, [paper])
  return (
    <label className="pick">
      <input
        ref={box}
        type="checkbox"
        autoComplete="off"
        aria-label={m.card_pick_label({ title: labels.title(paper.title) })}
        checked={checked}
        onChange={toggle}
      />
      {m.card_pick()}
    </label>
  )
}

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
