import { useCallback, useState } from 'react'
import { useBeat } from './motion.ts'

export const ROTATION_MS = 3_000

/** Alternates phrases in one place; without JavaScript the first stays. A screen reader hears all of them once. */
export function RotatingPhrase({ phrases, turn }: { phrases: readonly string[]; turn: 'swept' | 'faded' }) {
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const next = useCallback(() => setAt((now) => (now + 1) % phrases.length), [phrases.length])
  useBeat(next, ROTATION_MS, held)
  return (
    <>
      <span className="sr-only">{inWords(phrases)}</span>
      <span
        className="phrases"
        aria-hidden="true"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        {phrases.map((phrase, index) => (
          <span key={phrase} className={`phrase phrase-${turn}`} data-shown={index === at || undefined}>
            <span>{phrase}</span>
          </span>
        ))}
      </span>
    </>
  )
}

function inWords(phrases: readonly string[]) {
  return phrases.length > 1 ? `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}` : phrases[0]
}
