import { networkOf } from '#server/middleware/network-of.ts'

/** How many downloads may run: of one network, and of all together. A place is held until its last byte is sent. */
export type PlaceLimits = { each: number; all: number }

/** Hands out places; `take` returns how to give one back, or null when there is none free for this address. */
export function createPlaces({ each, all }: PlaceLimits) {
  const held = new Map<string, number>()
  let total = 0
  return {
    take(address: string): (() => void) | null {
      const network = networkOf(address)
      const own = held.get(network) ?? 0
      if (own >= each || total >= all) return null
      held.set(network, own + 1)
      total++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        total--
        const left = (held.get(network) ?? 1) - 1
        if (left > 0) held.set(network, left)
        else held.delete(network)
      }
    },
  }
}
