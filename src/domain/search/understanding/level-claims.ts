import { type Claim, covers } from './claims.ts'

const LEVEL = 'standard'

/** "Standard" beside Mathematics, and not beside a class's number, is the level of CBSE's paper. */
export function claimLevels(claims: Claim[], words: string[]): Claim[] {
  const isOfMathematics = claims.some(({ meaning }) =>
    meaning.meant.some(({ value }) => value === 'Mathematics'),
  )
  const at = words.findLastIndex((word, place) => word === LEVEL && !covers(claims, place))
  if (!isOfMathematics || at < 0) return claims
  const level: Claim = {
    from: at,
    to: at + 1,
    meaning: { kind: 'word', meant: [], ways: [[LEVEL]], isOfTitle: true },
  }
  return [...claims, level].sort((a, b) => a.from - b.from)
}
