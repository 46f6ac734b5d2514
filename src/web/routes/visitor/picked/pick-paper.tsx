import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { PickedPaper } from '#domain/bundles/picked.ts'
import { followPicked, isPicked, togglePick } from './picked-papers.ts'
import './pick-paper.css'

/** Not there without JavaScript. */
export function PickPaper({ paper, word = false }: { paper: PickedPaper; word?: boolean }) {
  const checked = useSyncExternalStore(
    followPicked,
    () => isPicked(paper.id),
    () => false,
  )
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
        aria-label={`Pick: ${paper.title}`}
        checked={checked}
        onChange={() => togglePick(paper)}
      />
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
        <path className="pick-box" d="M4 7.5h15.5V23H4Z" />
        <path className="pick-tick" pathLength="1" d="m7 14.5 4.5 5C14 13 18 7.5 24.5 2.5" />
      </svg>
      {word && 'Pick'}
    </label>
  )
}
