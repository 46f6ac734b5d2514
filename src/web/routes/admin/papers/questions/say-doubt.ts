import type { QuestionsDoubt } from '#domain/paper/desk-paper.ts'

/** "The paper says it has 30 questions; 28 were found. Numbers 8 and 9 are missing." */
export function sayDoubt({ stated, found, missing }: QuestionsDoubt): string {
  const others = stated !== null && stated !== found
  if (found === 0)
    return others ? `The paper says it has ${stated} questions; none were found.` : 'No questions were found.'
  const [last, ...before] = missing.toReversed()
  return [
    others &&
      `The paper says it has ${stated} ${stated === 1 ? 'question' : 'questions'}; ${found} were found.`,
    last !== undefined &&
      (before.length === 0
        ? `Number ${last} is missing.`
        : `Numbers ${before.toReversed().join(', ')} and ${last} are missing.`),
  ]
    .filter(Boolean)
    .join(' ')
}
