import { networkOf } from '#server/middleware/network-of.ts'

/** Concurrent downloads of one network, and of all; a download ends with its last byte. */
export type DownloadLimits = { each: number; all: number }

/** `take` returns a function that ends the download, or null at a limit. */
export function createDownloadLimits({ each, all }: DownloadLimits) {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take(address: string): (() => void) | null {
      const network = networkOf(address)
      const own = taken.get(network) ?? 0
      if (own >= each || total >= all) return null
      taken.set(network, own + 1)
      total++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        total--
        const left = (taken.get(network) ?? 1) - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}
