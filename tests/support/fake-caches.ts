/** Cache Storage in memory, as far as the worker and what keeps papers use it. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  /** Names of caches with the paths that each holds. */
  const held = () =>
    Object.fromEntries([...stores].map(([name, store]) => [name, [...store.keys()].sort()] as const))
  const pathOf = (asked: string | { url: string }) => (typeof asked === 'string' ? asked : asked.url)
  const openStore = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    const put = async (path: string, answer: Response) => void store.set(path, answer)
    return {
      put,
      match: async (path: string) => store.get(path)?.clone(),
      async add(path: string) {
        const answer = await fetch(path)
        if (!answer.ok) throw new TypeError(`The server answered ${answer.status}`)
        await put(path, answer)
      },
      keys: async () => [...store.keys()].map((path) => ({ url: `https://papers.example${path}` })),
      delete: async (asked: string | { url: string }) => store.delete(new URL(pathOf(asked)).pathname),
    }
  }
  return {
    held,
    open: async (name: string) => openStore(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async match(path: string) {
      for (const store of stores.values()) if (store.has(path)) return store.get(path)?.clone()
    },
  }
}
