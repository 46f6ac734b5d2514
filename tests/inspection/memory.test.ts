import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { STARTED } from '#tests/support/child-site.ts'
import { plainPdf } from '#tests/support/made-pdfs.ts'

/** By how many MiB a process has grown by drawing: with its workers, and the least within 20 s after the last page. */
const DRAWING = `
  import { createInspector } from '#server/adapters/pdf/inspector.ts'
  const path = process.argv[1]
  const held = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
  async function draw({ inspectPdf, readPages }, to) {
    const [judged, read] = await Promise.all([inspectPdf(path), readPages(path, { from: 1, to })])
    if (!judged.accepted || read.read.length !== to) throw new Error('not drawn')
  }
  const first = createInspector()
  await draw(first, 1)
  await first.close()
  const before = held()
  const inspector = createInspector({ idleMs: 100 })
  for (let time = 0; time < 3; time++) await draw(inspector, 4)
  const grown = { drawing: held() - before, idle: Infinity }
  for (const end = Date.now() + 20_000; grown.idle > 30 && Date.now() < end; ) {
    await new Promise((done) => setTimeout(done, 50))
    grown.idle = Math.min(grown.idle, held() - before)
  }
  await draw(inspector, 1)
  console.log(JSON.stringify(grown))
  await inspector.close()
`

test('idle workers end, what drawing took goes back to the system, and they come again', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-memory-'))
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, plainPdf({ pages: 4 }))
  const child = spawn(process.execPath, ['--input-type=module', '-e', DRAWING, path], {
    env: { PATH: process.env.PATH, ...STARTED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const grown = JSON.parse(await text(child.stdout))
  rmSync(folder, { recursive: true })
  expect(grown.drawing).toBeGreaterThan(40)
  expect(grown.idle).toBeLessThanOrEqual(30)
})
