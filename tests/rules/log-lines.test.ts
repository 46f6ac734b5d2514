import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const LINES = `
  import { createLog } from '#server/create-log.ts'
  import { gatherTurn } from '#server/gather-turn.ts'
  const [workers, how] = process.argv.slice(1)
  const log = createLog({ dataDir: '.', logLevel: 'info', workers: Number(workers) })
  const write = (line) => log.info(line, 'request')
  const gather = gatherTurn((lines) => lines.forEach(write))
  for (let nth = 0; nth < 40; nth += 1) {
    if (nth % 8 === 0) await new Promise(setImmediate)
    how === 'gathered' ? gather({ nth }) : write({ nth })
  }
  process.exit(3)
`

test.each([
  ['1', 'each by itself'],
  ['2', 'each by itself'],
  ['1', 'gathered'],
  ['2', 'gathered'],
])(
  'with %s processes all lines, %s, arrive in their order, also those of the turn in which it ends',
  async (workers, how) => {
    const args = ['--input-type=module', '-e', LINES, workers, how]
    const ended = await promisify(execFile)(process.execPath, args).catch((error) => error)
    expect(ended.code).toBe(3)
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line).nth)
    expect(lines).toEqual(Array.from({ length: 40 }, (_, nth) => nth))
  },
)
