/** Serializes work on the same name, in the order of asking; work on different names runs in parallel. */
export function createKeyedLock(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<void>>()
  return async (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
