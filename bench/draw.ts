/**
 * Drawing and reading pages of real papers (of a folder as argument) and of made scans, each in a process of its
 * own; then the memory of a site that draws 20 and 100 papers, which `--memory 20 100` measures alone.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageRead } from '#domain/files/inspect-pdf.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { bigPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { drawingMemory } from './support/drawing-memory.ts'
import { takenByJobs } from './support/job-process.ts'
import { mebibytes, printTable } from './support/table.ts'

const MiB = 2 ** 20
const self = fileURLToPath(import.meta.url)
const PAPERS = '../shared/papers'
const argument = process.argv[2] ?? PAPERS
const folder = mkdtempSync(join(tmpdir(), 'thervu-bench-'))

// In a process of its own: making the file takes more memory than reading it.
if (argument === '--make') writeFileSync(process.argv[3] ?? '', bigPdf(Number(process.argv[4]) * MiB))
else if (argument === '--read') console.log(JSON.stringify(await readAlone(process.argv[3] ?? '')))
else if (argument === '--memory') await memory(PAPERS, process.argv.slice(3).map(Number))
else {
  if (existsSync(argument)) console.table(papers(argument))
  console.table([1, 10, 50].map((size) => madeScan(size)))
  if (existsSync(argument)) await memory(argument, [20, 100])
}
rmSync(folder, { recursive: true })

function papers(path: string) {
  const names = readdirSync(path).filter((name) => name.endsWith('.pdf'))
  return names.map((name) => ({ file: name.slice(0, 30), ...inOwnProcess(join(path, name)) }))
}

function madeScan(size: number) {
  const path = join(folder, `${size}.pdf`)
  spawnSync(process.execPath, [self, '--make', path, String(size)])
  return { 'file MiB': size, ...inOwnProcess(path) }
}

/** A new server for each count. */
async function memory(path: string, counts: number[]) {
  const rows: string[][] = []
  for (const count of counts) {
    const { idle, peak, after } = await drawingMemory(path, count)
    rows.push([String(count), mebibytes(idle), mebibytes(peak), mebibytes(after)])
  }
  printTable('Memory of the whole site', ['papers', 'idle', 'peak', 'a minute after'], rows)
}

/** Peaks only rise, so each file needs a process of its own. */
function inOwnProcess(path: string) {
  const child = spawnSync(process.execPath, [self, '--read', path])
  return JSON.parse(child.stdout.toString()) as object
}

async function readAlone(path: string) {
  const inspector = createInspector()
  const small = join(folder, 'small.pdf')
  writeFileSync(small, plainPdf())
  await inspector.readPages(small, { from: 1, to: 1 })
  const before = takenByJobs()
  const start = performance.now()
  const found = await inspector.readPages(path, { from: 1, to: 1000 })
  const seconds = (performance.now() - start) / 1000
  const { processorMs, peakMiB } = takenByJobs()
  await inspector.close()
  if ('reason' in found) return found
  return {
    ...figures(found.read, statSync(path).size),
    ...speed(found, seconds, processorMs - before.processorMs),
    'peak MiB': peakMiB - before.peakMiB,
  }
}

/** A busy machine does fewer pages a second, but in hardly more processor time a page. */
function speed({ pages, failed }: { pages: number; failed: number[] }, seconds: number, processorMs: number) {
  return {
    pages,
    failed: failed.length,
    'pages/s': Number((pages / seconds).toFixed(1)),
    'processor, ms a page': Math.round(processorMs / pages),
  }
}

function figures(read: PageRead[], size: number) {
  const kb = (bytes: number) => Number((bytes / 1000).toFixed(1))
  const mean = (of: (page: PageRead) => number) =>
    read.reduce((sum, page) => sum + of(page), 0) / (read.length || 1)
  const first = read[0]?.small.length ?? 0
  return {
    'file KB': kb(size),
    'page 1, KB': kb(first),
    'of the file': `1/${Math.round(size / (first || 1))}`,
    '720, KB': kb(mean((page) => page.small.length)),
    '1440, KB': kb(mean((page) => page.large.length)),
    letters: Math.round(mean((page) => page.text.length)),
  }
}
