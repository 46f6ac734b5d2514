import { useEffect, useReducer, useRef } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import type { PickedQuestion } from '#domain/questions/picked-question.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStored } from '#web/ui/use-store.ts'
import { type Picks, paperPicks, pickAll, pickedPapers, questionPicks } from './picked-papers.ts'

export function PickPaper({ paper }: { paper: PickedPaper }) {
  const m = useMessages()
  const labels = useLabels()
  return (
    <Pick picks={paperPicks} value={paper} label={m.card_pick_label({ title: labels.title(paper.title) })} />
  )
}

type PickProps<Value> = { picks: Picks<Value>; value: Value; label: string; isShort?: boolean }

/** A box that picks one thing. Not there without JavaScript. */
function Pick<Value>({ picks, value, label, isShort = false }: PickProps<Value>) {
  const m = useMessages()
  const { store, has, toggle } = picks
  const checked = useStored(store, (picked) => has(value, picked))
  // The store is followed from the first effects on: a tick that is heard before them would be gone until then.
  const [, renderAnew] = useReducer((count: number) => count + 1, 0)
  const change = () => {
    toggle(value)
    renderAnew()
  }
  const box = useRef<HTMLInputElement>(null)
  // Ticked before hydration.
  useEffect(() => {
    if (box.current?.checked && !has(value)) toggle(value)
  }, [value, has, toggle])
  return (
    <label className="pick">
      <input
        ref={box}
        type="checkbox"
        autoComplete="off"
        aria-label={label}
        checked={checked}
        onChange={change}
      />
      {!isShort && m.card_pick()}
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

type PickQuestionProps = {
  question: PickedQuestion & { number: string }
  /** Of its paper. */
  title: string
  isShort?: boolean
}

/** For a worksheet. */
export function PickQuestion({ question: { paperId, id, number }, title, isShort }: PickQuestionProps) {
  const m = useMessages()
  const label = m.questions_pick_label({ number, title })
  return <Pick picks={questionPicks} value={{ paperId, id }} label={label} isShort={isShort} />
}
