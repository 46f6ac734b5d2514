import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readHints } from '#domain/reading/read-hints.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { PAPERS_FOLDER, TRUE_FIELDS } from '#tests/support/true-fields.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const inspector = createInspector()
afterAll(() => inspector.close())

test.skipIf(!existsSync(PAPERS_FOLDER))(
  'of the fields of fifteen real papers at least 90 % are filled rightly, and none wrongly without a doubt',
  async () => {
    let [right, all] = [0, 0]
    const wrong: string[] = []
    for (const [fileName, truth] of Object.entries(TRUE_FIELDS)) {
      const inspected = await inspector.inspectPdf(join(PAPERS_FOLDER, fileName))
      if (!inspected.accepted) throw new Error(inspected.sentence)
      const hints = readHints({ fileName, firstPage: inspected.text, now: NOW })
      for (const field of ['degree', 'subject', 'year'] as const) {
        const [hint, expected] = [hints[field], truth[field]]
        if (expected !== null) all += 1
        if (expected !== null && hint?.value === expected) right += 1
        if (hint?.sure && hint.value !== expected) wrong.push(`${fileName}: ${field} ${hint.value}`)
      }
      expect(hints.month?.sure ?? false).toBe(false)
      expect(hints.isAnswers).toBe(false)
    }
    expect(wrong).toEqual([])
    expect(right / all).toBeGreaterThanOrEqual(0.9)
  },
  60_000,
)
