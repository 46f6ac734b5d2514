import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { JOB_PROCESS, newChildrenOf } from '../support/child-processes.ts'
import { plainPdf } from '../support/made-pdfs.ts'

const processes = newChildrenOf(JOB_PROCESS)

const GIB = 2 ** 30

/** WebAssembly memories of the process for jobs: V8 reserves gigabytes of addresses behind each. */
function countMemories(): number {
  const lines = readFileSync(`/proc/${processes()[0]}/maps`, 'latin1').split('\n')
  return lines.filter((line) => {
    const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) ---p/.exec(line) ?? []
    return Number.parseInt(to, 16) - Number.parseInt(from, 16) > GIB
  }).length
}

test.runIf(process.platform === 'linux')(
  'one paper after another does not leave the memory of each PDFium behind',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-memory-'))
    const path = join(folder.path, 'paper.pdf')
    writeFileSync(path, plainPdf({ pages: 1, text: 'Judged' }))
    const inspector = createInspector({ workers: 1 })
    const counts: number[] = []
    for (let paper = 0; paper < 4; paper++) {
      await inspector.inspectPdf(path)
      counts.push(countMemories())
    }
    await inspector.close()
    const [first = 0] = counts
    expect(first).toBeGreaterThan(0)
    // The last one, and at most the one before it.
    expect(Math.max(...counts), counts.join(' ')).toBeLessThanOrEqual(first + 1)
  },
)
