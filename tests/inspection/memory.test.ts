import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { childrenOf, commandOf, JOB_PROCESS } from '#tests/support/child-processes.ts'
import { plainPdf } from '#tests/support/made-pdfs.ts'

test('an idle process ends and gives its memory back, and another comes when it is needed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-memory-'))
  const path = join(folder, 'paper.pdf')
  writeFileSync(path, plainPdf({ pages: 2 }))
  const inspector = createInspector({ idleMs: 200 })
  onTestFinished(async () => {
    await inspector.close()
    rmSync(folder, { recursive: true })
  })
  expect(childrenOf(JOB_PROCESS)).toEqual([])
  const draw = async () => {
    const found = await Promise.all([
      inspector.inspectPdf(path),
      inspector.readPages(path, { from: 1, to: 2 }),
    ])
    expect(found).toMatchObject([{ accepted: true }, { read: [{ page: 1 }, { page: 2 }], failed: [] }])
    return childrenOf(JOB_PROCESS)
  }
  const [first, ...more] = await draw()
  expect([commandOf(Number(first)), more]).toEqual([expect.stringContaining(JOB_PROCESS), []])
  await expect.poll(() => childrenOf(JOB_PROCESS), { timeout: 20_000 }).toEqual([])
  const [second] = await draw()
  expect(second).not.toBe(first)
})
