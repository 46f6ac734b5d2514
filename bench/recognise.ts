/**
 * Recognising made scans in three scripts, and page 1 of real papers (of a folder as argument): the share of words that
 * are right and kept, how many that are kept are wrong, pages a minute of a processor, and the memory of the process.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { drawScan, type Scan, type Script, scanPdf } from '#tests/support/made-scans.ts'
import { takenByJobs } from './support/job-process.ts'
import { SCANNED_TEXTS } from './support/scanned-texts.ts'
import { printTable } from './support/table.ts'

const PAPERS = process.argv[2] ?? '../shared/papers'
const WAYS: Record<string, Partial<Scan>> = {
  clean: {},
  'tilted 2°': { tilt: 2 },
  greyed: { greyed: true },
  noise: { noise: 25 },
  'all three': { tilt: 2, greyed: true, noise: 25 },
  'upside down': { tilt: 180 },
}
const say = (fields: object, message: string) => console.error(message, fields)
const log: Log = { info: say, warn: say, error: say }
const recogniser = createRecogniser({ languages: ['eng', 'hin', 'tam'], log, idleMs: 60_000 })
const folder = mkdtempSync(join(tmpdir(), 'thervu-bench-'))

await madeScans()
if (existsSync(PAPERS)) await realPapers()
await recogniser.close()
rmSync(folder, { recursive: true })

async function madeScans() {
  const rows: string[][] = []
  for (const script of Object.keys(SCANNED_TEXTS) as Script[])
    for (const dpi of [150, 200])
      for (const [way, how] of Object.entries(WAYS)) {
        const lines = SCANNED_TEXTS[script]
        const path = join(folder, 'scan.pdf')
        writeFileSync(path, scanPdf([await drawScan({ lines, script, dpi, ...how })]))
        const { text, confidence, ms } = await read(path)
        const { right, kept, all } = compare(lines.join(' '), text)
        const wrong = kept === 0 ? '–' : percent(1 - right / kept)
        rows.push([
          `${script}, ${dpi} dpi, ${way}`,
          percent(right / all),
          wrong,
          String(confidence),
          seconds(ms),
        ])
      }
  printTable('Made scans', ['scan', 'right', 'wrong of kept', 'confidence', 'processor'], rows)
}

async function realPapers() {
  const rows: string[][] = []
  for (const name of readdirSync(PAPERS).filter((name) => name.endsWith('.pdf'))) {
    const { text, confidence, ms } = await read(join(PAPERS, name))
    rows.push([name.slice(0, 34), String(wordsOf(text).length), String(confidence), seconds(ms)])
  }
  printTable('Page 1 of real papers', ['paper', 'words kept', 'confidence', 'processor'], rows)
  const { peakMiB, processorMs } = takenByJobs()
  console.log(`\nPeak of the process: ${peakMiB} MiB; processor in all: ${seconds(processorMs)}`)
}

async function read(path: string) {
  const before = ticks()
  const page = await recogniser.recognisePage(path, 1)
  const { text, confidence } = typeof page === 'string' ? { text: '', confidence: page } : page
  return { text, confidence, ms: ticks() - before }
}

/** Before the first page there is no process. */
function ticks(): number {
  try {
    return takenByJobs().processorMs
  } catch {
    return 0
  }
}

function compare(printed: string, read: string) {
  const left = Map.groupBy(wordsOf(printed), (word) => word)
  const kept = wordsOf(read)
  const right = kept.filter((word) => left.get(word)?.pop()).length
  return { right, kept: kept.length, all: wordsOf(printed).length }
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  )
}

function percent(share: number) {
  return `${Math.round(share * 100)} %`
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`
}
