import { createStore } from '#web/ui/store.ts'
import { useStored } from '#web/ui/use-store.ts'

/** Asks for the password over the page, so that nothing on it is lost; resolves when signed in again. */
export const signInAgain = createPrompt<void>()

/** Asks for the password before sensitive changes; true when it was right, false when cancelled. */
export const confirmYou = createPrompt<boolean>()

/** However many calls wait, the question is asked once and all get the answer. */
function createPrompt<Answer>() {
  const waiting = createStore<((answer: Answer) => void)[]>([])
  let answers = 0

  return {
    ask: () => new Promise<Answer>((resolve) => waiting.set([...waiting.get(), resolve])),
    answer(answer: Answer) {
      const asked = waiting.get()
      answers += 1
      waiting.set([])
      for (const resolve of asked) resolve(answer)
    },
    /** How often it has been answered. */
    answers: () => answers,
    /** On leaving the page: its waiting calls never resolve. */
    drop: () => waiting.set([]),
    useIsAsked: () => useStored(waiting, ({ length }) => length > 0),
  }
}
