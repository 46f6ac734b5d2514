import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { commandOf, JOB_PROCESS, newChildrenOf } from '#tests/support/child-processes.ts'
import { plainPdf } from '#tests/support/made-pdfs.ts'

test('an idle process ends and gives its memory back, and another comes when it is needed', async () => {
  const processes = newChildrenOf(JOB_PROCESS)
  const folder = mkdtempSync(join(tmpdir(), 'thervu-memory-'))
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, plainPdf({ pages: 2 }))
  const inspector = createInspector({ idleMs: 200 })
  onTestFinished(async () => {
    await inspector.close()
    rmSync(folder, { recursive: true })
  })
  expect(processes()).toEqual([])
  const render = async () => {
    const found = await Promise.all([
      inspector.inspectPdf(path),
      inspector.readPages(path, { from: 1, to: 2 }),
    ])
    expect(found).toMatchObject([{ accepted: true }, { read: [{ page: 1 }, { page: 2 }], failed: [] }])
    return processes()
  }
  const [first, ...more] = await render()
  expect([commandOf(Number(first)), more]).toEqual([expect.stringContaining(JOB_PROCESS), []])
  await expect.poll(() => processes(), { timeout: 20_000 }).toEqual([])
  const [second] = await render()
  expect(second).not.toBe(first)
})
