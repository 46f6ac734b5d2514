import { useSyncExternalStore } from 'react'

/** Asks for the password over the page, so that nothing on it is lost; resolves when signed in again. */
export const signInAgain = createPrompt<void>()

/** Asks for the password before sensitive changes; true when it was right, false when cancelled. */
export const confirmYou = createPrompt<boolean>()

/** However many calls wait, the question is asked once and all get the answer. */
function createPrompt<Answer>() {
  let waiting: ((answer: Answer) => void)[] = []
  let answers = 0
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
      answers += 1
      set([])
      for (const resolve of asked) resolve(answer)
    },
    /** How often it has been answered. */
    answers: () => answers,
    /** On leaving the page: its waiting calls never resolve. */
    drop: () => set([]),
    useIsAsked: () =>
      useSyncExternalStore(
        follow,
        () => waiting.length > 0,
        () => false,
      ),
  }
}
