import { useEffect, useRef, useState } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Mark } from '#web/ui/mark.tsx'
import { pickAll } from './picked-papers.ts'
import { makeRoomBelow } from './room-below.ts'

const STAYS_MS = 10_000

export function ClearedPapers({ papers, onOver }: { papers: readonly PickedPaper[]; onOver: () => void }) {
  const m = useMessages()
  const [isHeld, setHeld] = useState(false)
  const undo = useRef<HTMLButtonElement>(null)
  // The button that cleared them is gone, and the keyboard's focus with it.
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (isHeld) return
    const over = setTimeout(onOver, STAYS_MS)
    return () => clearTimeout(over)
  }, [isHeld, onOver])
  return (
    <section
      ref={makeRoomBelow}
      className="picked-bar picked-cleared"
      aria-label={m.picked_label()}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className="wrap">
        <p role="status">{m.picked_cleared({ count: papers.length })}</p>
        <button ref={undo} type="button" className="button button-line" onClick={() => pickAll(papers)}>
          {m.picked_undo()}
        </button>
        <button type="button" className="icon-button" aria-label={m.picked_dismiss()} onClick={onOver}>
          <Mark name="close" size={20} />
        </button>
      </div>
    </section>
  )
}
