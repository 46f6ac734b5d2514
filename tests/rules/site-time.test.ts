import { afterEach, expect, test, vi } from 'vitest'
import { askSiteTime } from '#web/routes/visitor/sitting/use-sitting.ts'

const NOW = Date.UTC(2026, 10, 30, 9)

afterEach(() => vi.unstubAllGlobals())

/** A site whose answers take so many milliseconds, one after the other; null for one that does not come. */
function siteThatTakes(...times: (number | null)[]) {
  let now = 0
  let asked = 0
  vi.stubGlobal('performance', { now: () => now })
  vi.stubGlobal('fetch', async () => {
    const took = times[asked++]
    if (took === undefined) throw new Error('Asked once too often.')
    if (took === null) throw new TypeError('Failed to fetch')
    now += took
    return new Response(null, { headers: { date: new Date(NOW).toUTCString() } })
  })
  return () => asked
}

test('a time that took too long is asked for again, over the connection that is open then', async () => {
  const asked = siteThatTakes(2_400, 600)
  expect([await askSiteTime(), asked()]).toEqual([NOW, 2])
})

test('without a connection, or where each answer takes too long, there is no time', async () => {
  siteThatTakes(null)
  expect(await askSiteTime()).toBe(null)
  const asked = siteThatTakes(2_400, 1_600, 1_501)
  expect([await askSiteTime(), asked()]).toEqual([null, 3])
})
