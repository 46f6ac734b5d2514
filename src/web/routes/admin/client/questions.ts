import { useSyncExternalStore } from 'react'

/** Asks for the password over the page, so that nothing on it is lost; resolves when signed in again. */
export const signInAgain = createQuestion<void>()

/** Asks for the password before what is sensitive; true when it was right, false when it was not typed. */
export const confirmYou = createQuestion<boolean>()

/** A question that calls put over the page: however many wait for it, it is asked once and all get the answer. */
function createQuestion<Answer>() {
  let waiting: ((answer: Answer) => void)[] = []
  const followers = new Set<() => void>()

  function set(next: typeof waiting) {
    waiting = next
    for (const follower of followers) follower()
  }
  function follow(onChange: () => void) {
    followers.add(onChange)
    return () => void followers.delete(onChange)
  }

  return {
    ask: () => new Promise<Answer>((resolve) => set([...waiting, resolve])),
    answer(answer: Answer) {
      const asked = waiting
      set([])
      for (const resolve of asked) resolve(answer)
    },
    /** For who leaves the page: the calls that wait are never answered, as the page that made them is gone. */
    drop: () => set([]),
    useIsAsked: () =>
      useSyncExternalStore(
        follow,
        () => waiting.length > 0,
        () => false,
      ),
  }
}
