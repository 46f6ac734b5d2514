import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import { shareCommits } from '#domain/visits/share-commits.server.ts'

/** Counts its transactions; `begin` may refuse one. */
function countingDatabase(begin: (nth: number) => void = () => {}) {
  const made = { transactions: 0 }
  const execute = async (work: (tx: object) => Promise<unknown>) => {
    begin(++made.transactions)
    return await work({})
  }
  return { made, db: { transaction: () => ({ execute }) } as unknown as Database }
}

const inputs = (count: number) => Array.from({ length: count }, (_, at) => at)

test('what arrives at the same time is written in one transaction, and each is answered with its own', async () => {
  const { made, db } = countingDatabase()
  const together: number[][] = []
  const write = shareCommits(db, async (_tx, inputs: number[]) => {
    together.push(inputs)
    return inputs.map((input) => input * 2)
  })
  expect(await Promise.all([1, 2, 3].map(write))).toEqual([2, 4, 6])
  expect([made.transactions, together]).toEqual([1, [[1, 2, 3]]])
  expect(await write(4)).toBe(8)
  expect([made.transactions, together]).toEqual([2, [[1, 2, 3], [4]]])
})

test('a transaction that is run again has the same writes', async () => {
  const again = async (work: (tx: object) => Promise<unknown>) => {
    await work({})
    return await work({})
  }
  const write = shareCommits(
    { transaction: () => ({ execute: again }) } as unknown as Database,
    async (_tx, inputs: number[]) => inputs,
  )
  expect(await Promise.all(inputs(201).map(write))).toEqual(inputs(201))
})

test('at most two hundred share one', async () => {
  const { made, db } = countingDatabase()
  const write = shareCommits(db, async (_tx, inputs: number[]) => inputs)
  expect(await Promise.all(inputs(200).map(write))).toEqual(inputs(200))
  expect(made.transactions).toBe(1)
  await Promise.all(inputs(201).map(write))
  expect(made.transactions).toBe(3)
})

test('when one cannot be written all that share its transaction are refused, and none later', async () => {
  const { db } = countingDatabase()
  const write = shareCommits(db, async (_tx, inputs: number[]) => {
    if (inputs.includes(1)) throw new Error('the disk is full')
    return inputs
  })
  const outcomes = await Promise.allSettled(inputs(3).map(write))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await write(5)).toBe(5)
})

test('when a transaction cannot begin all that waited are refused, and none later', async () => {
  const { made, db } = countingDatabase((nth) => {
    if (nth === 1) throw new Error('the database is locked')
  })
  const write = shareCommits(db, async (_tx, inputs: number[]) => inputs)
  const outcomes = await Promise.allSettled(inputs(3).map(write))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect([made.transactions, await write(5)]).toEqual([1, 5])
})

test('others have their turn after a commit that stopped all else; after one that did not, the next follows at once', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  const stop = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  }
  const turnsBetween = async (work: () => unknown) => {
    const { db } = countingDatabase()
    const commits: { began: number; ended: number }[] = []
    const write = shareCommits(db, async (_tx, inputs: number[]) => {
      const began = turns
      await work()
      commits.push({ began, ended: turns })
      return inputs
    })
    const written = Promise.all(inputs(201).map(write))
    // Right after the first commit, and longer than any rest: it is over before the loop came round.
    setImmediate(stop, 60)
    await written
    const [first, second] = commits
    return (second?.began ?? 0) - (first?.ended ?? 0)
  }
  const stopAndTurn = async () => {
    stop(5)
    await turn()
  }
  expect(await turnsBetween(() => stop(5))).toBeGreaterThan(0)
  expect(await turnsBetween(stopAndTurn)).toBe(0)
  isOver = true
})
