import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { marksIn, nextOption, startAsking } from '#web/routes/visitor/suggest/ask-suggestions.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { lang: 'en-IN' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('arrows walk the places round; Home and End are the cursor’s until a place is pointed at', () => {
  const walk = (from: number, ...keys: string[]) =>
    keys.reduce((at, key) => nextOption(key, at, 3) ?? Number.NaN, from)
  expect([walk(-1, 'ArrowDown'), walk(2, 'ArrowDown'), walk(-1, 'ArrowUp'), walk(0, 'ArrowUp')]).toEqual([
    ...[0, 0, 2, 2],
  ])
  expect([walk(1, 'Home'), walk(1, 'End')]).toEqual([0, 2])
  for (const key of ['Home', 'End']) expect(nextOption(key, -1, 3)).toBe(undefined)
  for (const key of ['a', 'Enter', 'Tab']) expect(nextOption(key, 1, 3)).toBe(undefined)
})

test.each([
  ['CBSE Class 12 Physics', 'cbse 12 phy', ['CBSE', '12', 'Phy']],
  ['Optics, board paper', 'o op', ['Op']],
  ['அரையாண்டுத் தேர்வு: கணிதம்', 'கணித', ['கணித']],
  ['கோணம்', 'க', ['கோ']],
  ['Physics', 'sics', []],
  ['Physics', '(', []],
])('of %s, with %s typed, the beginnings %j are marked', (label, typed, marked) => {
  const pieces = marksIn(label, typed)
  expect(pieces.map(({ text }) => text).join('')).toBe(label)
  expect(pieces.filter(({ isTyped }) => isTyped).map(({ text }) => text)).toEqual(marked)
})

/** Answers of the site by what is asked; each is given when the test says so. */
function asked() {
  const calls: { q: string; signal: AbortSignal; answer: (status?: number) => Promise<void> }[] = []
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const q = new URL(address, 'http://site').searchParams.get('q') ?? ''
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = async (status = 200) => {
      resolve(Response.json({ suggestions: [{ label: `Only ${q}` }] }, { status }))
      await vi.advanceTimersByTimeAsync(0)
    }
    calls.push({ q, signal, answer })
    return promise
  })
  return calls
}

test('of what is typed quickly only the last is asked for; a late answer to what was typed before is left', async () => {
  const calls = asked()
  const shown = vi.fn()
  const asking = startAsking(shown)
  for (const typed of ['w', 'wa', ' wave ']) asking.ask(typed)
  await vi.advanceTimersByTimeAsync(100)
  expect(calls.map(({ q }) => q)).toEqual(['wave'])
  asking.ask('wave o')
  await vi.advanceTimersByTimeAsync(100)
  expect(calls[0]?.signal.aborted).toBe(true)
  await calls[0]?.answer()
  expect(shown).not.toHaveBeenCalled()
  await calls[1]?.answer()
  expect(shown.mock.lastCall).toEqual([[{ label: 'Only wave o' }], 'wave o'])
  asking.ask('wave op')
  asking.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(calls.length).toBe(2)
})

test('typing back asks for nothing again, nothing typed shows nothing, and what failed is asked again', async () => {
  const calls = asked()
  const shown = vi.fn()
  const asking = startAsking(shown)
  const type = async (typed: string, status?: number) => {
    const before = calls.length
    asking.ask(typed)
    await vi.advanceTimersByTimeAsync(100)
    if (calls.length > before) await calls.at(-1)?.answer(status)
    return shown.mock.lastCall?.[0]
  }
  expect(await type('ray')).toEqual([{ label: 'Only ray' }])
  expect(await type('rayx', 503)).toEqual([])
  expect(await type('  ray ')).toEqual([{ label: 'Only ray' }])
  expect(await type('')).toEqual([])
  expect(await type('rayx')).toEqual([{ label: 'Only rayx' }])
  expect(calls.map(({ q }) => q)).toEqual(['ray', 'rayx', 'rayx'])
})
