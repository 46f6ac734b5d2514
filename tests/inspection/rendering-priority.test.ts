import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { JOB_PROCESS, newChildrenOf } from '../support/child-processes.ts'
import { plainPdf } from '../support/made-pdfs.ts'

const processes = newChildrenOf(JOB_PROCESS)

/** The priorities of the threads in the process for jobs, all or those of a name; 0 is the usual one, more is less. */
function prioritiesOf(name?: string): number[] {
  const tasks = `/proc/${processes()[0]}/task`
  return readdirSync(tasks).flatMap((thread) => {
    const stat = readFileSync(`${tasks}/${thread}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    if (name !== undefined && stat.slice(stat.indexOf('(') + 1, end) !== name) return []
    return [Number(stat.slice(end + 2).split(' ')[16])]
  })
}

test.runIf(process.platform === 'linux')(
  'uploads are judged at a lower priority than visitors are answered, and pages rendered at a lower one still',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'thervu-priority-'))
    const path = join(folder.path, 'paper.pdf')
    writeFileSync(path, plainPdf({ pages: 2, text: 'Rendered later' }))
    const usual = getPriority()
    const inspector = createInspector()
    await inspector.inspectPdf(path)
    expect(prioritiesOf().length).toBeGreaterThan(3)
    expect(new Set(prioritiesOf())).toEqual(new Set([usual + 3]))
    await inspector.readPages(path, { from: 1, to: 2 })
    expect(prioritiesOf('WorkerThread')).toContain(usual + 5)
    expect(prioritiesOf('libvips worker')).toContain(usual + 5)
    await inspector.close()
  },
)
