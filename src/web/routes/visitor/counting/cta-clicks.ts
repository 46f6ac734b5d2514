/** Within these milliseconds a second tap on the same is a double tap. */
const SAME_MS = 3_000
const tapped = new Map<string, number>()

/** Told by a beacon: what was tapped opens at once, and neither waits for the count nor hears of its failure. */
export function countCtaClick(target: string): void {
  const now = performance.now()
  if (now - (tapped.get(target) ?? -SAME_MS) < SAME_MS) return
  tapped.set(target, now)
  navigator.sendBeacon(`/api/taps/${encodeURIComponent(target)}`)
}
