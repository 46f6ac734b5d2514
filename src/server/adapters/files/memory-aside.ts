import type { Aside, AsideStore } from '#domain/files/aside.ts'

/** Of a store that keeps what it has in this map. */
export function createMemoryAside<Kept>(files: Map<string, Kept>): AsideStore {
  const removed = new Map<string, Kept>()
  const at = ({ day, name }: Aside) => `${day}/${name}`
  const move = (from: Map<string, Kept>, name: string, to: Map<string, Kept>, target: string) => {
    const kept = from.get(name)
    if (kept === undefined || to.has(target)) return false
    to.set(target, kept)
    return from.delete(name)
  }
  return {
    setAside: async (name, day) => move(files, name, removed, at({ day, name })),
    putBack: async (aside) => move(removed, at(aside), files, aside.name),
    discardAside: async (aside) => void removed.delete(at(aside)),
    async *listAside() {
      for (const path of removed.keys()) {
        const cut = path.indexOf('/')
        yield { day: path.slice(0, cut), name: path.slice(cut + 1) }
      }
    },
  }
}
