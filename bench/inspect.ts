/** Inspection of real papers (of a folder as argument), and its growth of peak memory with made files. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { bigPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { takenByJobs } from './support/job-process.ts'

const MiB = 2 ** 20
const argument = process.argv[2] ?? '../shared/papers'
const folder = mkdtempSync(join(tmpdir(), 'thervu-bench-'))

// In a process of its own: making the file takes more memory than inspecting it.
if (argument === '--make') writeFileSync(process.argv[3] ?? '', bigPdf(Number(process.argv[4]) * MiB))
else if (argument === '--growth') console.log(JSON.stringify(await growth(Number(process.argv[3]))))
else {
  if (existsSync(argument)) console.table(await papers(argument))
  console.table([1, 10, 50].map((size) => growthInOwnProcess(size)))
}
rmSync(folder, { recursive: true })

async function papers(path: string) {
  const inspector = createInspector()
  const rows: object[] = []
  for (const name of readdirSync(path).filter((file) => file.endsWith('.pdf'))) {
    const start = performance.now()
    const result = await inspector.inspectPdf(join(path, name))
    const ms = Math.round(performance.now() - start)
    const verdict = result.accepted ? { pages: result.pages, thumbnail: result.thumbnail.length } : result
    rows.push({ file: name.slice(0, 40), ms, ...verdict })
  }
  await inspector.close()
  return rows
}

/** Peaks only rise, so each size needs a process of its own. */
function growthInOwnProcess(size: number) {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--growth', String(size)])
  return JSON.parse(child.stdout.toString()) as object
}

async function growth(size: number) {
  const [small, big] = [join(folder, 'small.pdf'), join(folder, 'big.pdf')]
  writeFileSync(small, plainPdf())
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--make', big, String(size)])
  const inspector = createInspector({ workers: 1 })
  await inspector.inspectPdf(small)
  const before = takenByJobs()
  const start = performance.now()
  const result = await inspector.inspectPdf(big)
  const ms = Math.round(performance.now() - start)
  const grown = takenByJobs().peakMiB - before.peakMiB
  await inspector.close()
  return {
    'file MiB': size,
    ms,
    pages: result.accepted ? result.pages : result.reason,
    'peak grew by MiB': grown,
  }
}
