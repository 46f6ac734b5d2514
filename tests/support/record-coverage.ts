import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'

/** For each test file, as `npm test -- record` leaves it for `changed`: which files of `src` ran for it, in this process. */
const root = join(import.meta.dirname, '../..')
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
// What earlier files of this worker ran is not this one's.
await session.post('Profiler.takePreciseCoverage')

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
    // The first function is the module itself, which runs wherever it is imported.
    const isCalled = functions.some(
      ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
    )
    return path.startsWith('src/') && isCalled ? [path] : []
  })
  const test = relative(root, expect.getState().testPath ?? '')
  const folder = join(root, '.cache/covered')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${test.replaceAll('/', ' ')}.json`), JSON.stringify([...new Set(ran)].sort()))
})
