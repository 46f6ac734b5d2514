import { startBeat } from './motion.ts'

const ROTATION_MS = 3_000

const rotating = new WeakMap<Element, () => void>()

/** Shows one of the phrases of this place after the other, until the returned function is called. */
export function rotatePhrases(place: HTMLElement): () => void {
  const before = rotating.get(place)
  if (before) return before
  const phrases = [...place.children]
  let at = 0
  const beat = startBeat(() => {
    at = (at + 1) % phrases.length
    for (const [index, phrase] of phrases.entries()) phrase.toggleAttribute('data-shown', index === at)
  }, ROTATION_MS)
  const ended = new AbortController()
  place.addEventListener('pointerenter', () => beat.hold(true), { signal: ended.signal })
  place.addEventListener('pointerleave', () => beat.hold(false), { signal: ended.signal })
  const stop = () => {
    beat.stop()
    ended.abort()
    rotating.delete(place)
  }
  rotating.set(place, stop)
  return stop
}
