import { useEffect, useReducer, useRef } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStored } from '#web/ui/use-store.ts'
import { isPicked, pickedPapers, togglePick } from './picked-papers.ts'

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
