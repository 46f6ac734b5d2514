import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hangingPdf, hoardingPdf, inflatingPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'

/** Ten times what a plain PDF takes of a processor. */
const DEADLINE_MS = 800

const folder = mkdtempSync(join(tmpdir(), 'thervu-inspector-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function inspectorOf(options: InspectorOptions, jobs?: Jobs) {
  const inspector = createInspector(options, jobs)
  onTestFinished(() => inspector.close())
  const verdict = async (path: string) => {
    const result = await inspector.inspectPdf(path)
    return result.accepted ? 'accepted' : result.reason
  }
  return { ...inspector, verdict }
}

/** Does to the worker what the file's name says; anything else is accepted. */
const BREAKING_WORKER = `
  import { basename } from 'node:path'
  const hoard = []
  export default ({ path }) => {
    const name = basename(path)
    if (name === 'exits') process.exit(3)
    if (name === 'throws') throw new TypeError('a bug')
    if (name === 'fills the heap') for (;;) hoard.push({ name, number: Math.random() })
    if (name === 'fills other memory') for (let i = 0; i < 1500; i++) hoard.push(Buffer.alloc(2 ** 20, 1))
    if (name === 'never ends' || name === 'fills other memory') for (;;);
    if (name === 'throws later') {
      setImmediate(() => { throw new Error('late') })
      return new Promise(() => {})
    }
    return { accepted: true, pages: 1, thumbnail: new Uint8Array(), text: '' }
  }
`
const workerFile = file('breaking-worker.mjs', BREAKING_WORKER)

test('a PDF that is rendered for ever is refused at the deadline while others are answered', async () => {
  const { verdict } = inspectorOf({ deadlineMs: DEADLINE_MS }, sharedJobs())
  const [hanging, plain] = [file('hanging.pdf', hangingPdf()), file('plain.pdf', plainPdf())]
  // Both threads: to start one takes as long as the other may hang.
  await Promise.all([verdict(plain), verdict(plain)])
  const answers: string[] = []
  const slow = verdict(hanging).then((answer) => answers.push(answer))
  for (let i = 0; i < 3; i++) answers.push(await verdict(plain))
  await slow
  expect(answers).toEqual(['accepted', 'accepted', 'accepted', 'took-too-long'])
})

test('after every worker was ended at the deadline the pool goes on', async () => {
  const { verdict } = inspectorOf({ deadlineMs: DEADLINE_MS }, sharedJobs())
  const hanging = file('hanging.pdf', hangingPdf())
  const late = await Promise.all([verdict(hanging), verdict(hanging), verdict(hanging)])
  expect(late).toEqual(['took-too-long', 'took-too-long', 'took-too-long'])
  expect(await verdict(file('plain.pdf', plainPdf()))).toBe('accepted')
})

test('a PDF whose drawings fill the memory is refused', async () => {
  const { verdict } = inspectorOf({ memoryMiB: 128 })
  expect(await verdict(file('hoarding.pdf', hoardingPdf()))).toBe('too-much-memory')
  expect(await verdict(file('plain.pdf', plainPdf()))).toBe('accepted')
})

test('an object stream that inflates beyond the memory is refused', async () => {
  const { verdict } = inspectorOf({ memoryMiB: 64 })
  expect(await verdict(file('inflating.pdf', inflatingPdf(100 * 2 ** 20)))).toBe('too-much-memory')
})

test.each([
  ['exits', 'broken'],
  ['throws', 'broken'],
  ['throws later', 'broken'],
  ['fills the heap', 'too-much-memory'],
  ['never ends', 'took-too-long'],
])('a worker that %s costs one verdict and the next file is served', async (name, reason) => {
  // On a busy machine a heap takes more than three seconds to fill.
  const deadlineMs = name === 'never ends' ? 1_000 : 30_000
  // To fill the heap, one of its own: what others hold there is no part of it.
  const { verdict } = inspectorOf(
    { workerFile, deadlineMs },
    name.startsWith('fills') ? undefined : sharedJobs(),
  )
  expect(await verdict(file(name, ''))).toBe(reason)
  expect(await verdict(file('fine', ''))).toBe('accepted')
})

test('a worker that grows outside its limits is ended', async () => {
  const { verdict } = inspectorOf({ workerFile, memoryMiB: 100 })
  expect(await verdict(file('fills other memory', ''))).toBe('too-much-memory')
  expect(await verdict(file('fine', ''))).toBe('accepted')
})

test('only a lost worker is logged, never a bad file', async () => {
  const lines: string[] = []
  const log = { warn: (_: object, message: string) => void lines.push(message) }
  const real = inspectorOf({ log, memoryMiB: 64 })
  await real.verdict(file('rubbish.pdf', '%PDF-1.7 rubbish'))
  await real.verdict(file('hoarding.pdf', hoardingPdf()))
  expect(lines).toEqual([])
  await inspectorOf({ log, workerFile }).verdict(file('exits', ''))
  expect(lines).toEqual(['a job ended without a result'])
})

test('closing answers what is still running', async () => {
  const inspector = inspectorOf({}, sharedJobs())
  const running = inspector.verdict(file('hanging.pdf', hangingPdf()))
  const waiting = [1, 2].map(() => inspector.verdict(file('hanging.pdf', hangingPdf())))
  await inspector.close()
  expect(await Promise.all([running, ...waiting])).toEqual([
    'took-too-long',
    'took-too-long',
    'took-too-long',
  ])
})
