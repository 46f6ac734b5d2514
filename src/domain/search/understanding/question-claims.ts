import { isOrdinal } from '../words/search-text.ts'
import type { Claim } from './claims.ts'
import type { Meaning, Vocabulary } from './vocabulary.ts'

/** A text with a question word and so many free words is a question out of a paper. */
const QUESTION = 3

/** In a sentence out of a paper, words name no board and no class: "state" of "state and prove Pythagoras theorem",
 * "x" and "6" of "the value of x when 6x = 12". Other claims stay as they are. */
export function claimsOfQuestion(claims: Claim[], words: string[], vocabulary: Vocabulary): Claim[] {
  // A school term says as little of a paper's class as a free word.
  const wordsOf = (kinds: Meaning['kind'][]) =>
    claims.flatMap(({ from, to, meaning }) =>
      kinds.includes(meaning.kind) && !meaning.subjects ? to - from : 0,
    )
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0)
  const free = words.length - sum(wordsOf(['facet', 'stop', 'word']))
  const telling = words.length - sum(wordsOf(['facet', 'stop']))
  const asks = words.some((word) => vocabulary.questionWords.has(word))
  const named = claims.some(({ meaning }) =>
    meaning.meant.some(({ facet }) => facet === 'type' || facet === 'subject'),
  )
  const isQuestion = asks && telling >= QUESTION
  return claims.map((claim) => {
    const word = words[claim.from] ?? ''
    const isBare = claim.to - claim.from === 1 && /^(?:\d{1,2}|[ivx]+)$/.test(word)
    const isLetter = isBare && /[ivx]/.test(word) && word.length < 2
    const misled = isQuestion || (isBare && free >= QUESTION && !named) || (isLetter && free > 0 && !named)
    return misled && !isPlain(claim, word) ? { ...claim, meaning: itself(claim.meaning) } : claim
  })
}

/** Unambiguous: a year, "class 10", "CBSE". */
function isPlain({ from, to, meaning }: Claim, word: string) {
  const { kind, meant } = meaning
  if (kind !== 'facet') return true
  return meant.some(
    ({ facet, value }) =>
      facet === 'year' ||
      (facet === 'grade' && (to - from > 1 || isOrdinal(word) || meant.length > 1)) ||
      (facet === 'type' && (value !== 'state' || to - from > 1)),
  )
}

function itself(meaning: Meaning): Meaning {
  return { kind: 'word', meant: [], ways: [], ...(meaning.code && { code: meaning.code }) }
}
