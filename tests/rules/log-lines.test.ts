import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const LINES = `
  import { createLog } from '#server/create-log.ts'
  const log = createLog({ dataDir: '.', logLevel: 'info', workers: Number(process.argv[1]) })
  for (let nth = 0; nth < 40; nth += 1) {
    if (nth % 8 === 0) await new Promise(setImmediate)
    log.info({ nth }, 'request')
  }
  process.exit(3)
`

test.each(['1', '2'])(
  'with %s processes all lines arrive in their order, also those of the turn in which it ends',
  async (workers) => {
    const args = ['--input-type=module', '-e', LINES, workers]
    const ended = await promisify(execFile)(process.execPath, args).catch((error) => error)
    expect(ended.code).toBe(3)
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line).nth)
    expect(lines).toEqual(Array.from({ length: 40 }, (_, nth) => nth))
  },
)
