import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { childrenOf, JOB_PROCESS } from '../support/child-processes.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'

const LINES = [
  '11. Explain why a tangent galvanometer must be set up along the meridian.',
  '12. Define the refractive index of glass, and name its unit.',
  '13. A ladder ten metres long leans on a wall. How far is its foot?',
]
const BUSY_MS = 240_000

let folder: string
let recogniser: Recogniser
const warnings: string[] = []
const log = { info() {}, error() {}, warn: (_: object, message: string) => warnings.push(message) }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thervu-recognise-'))
  recogniser = createRecogniser({ languages: ['eng', 'hin', 'xyz'], log, deadlineMs: BUSY_MS })
})
afterAll(async () => {
  await recogniser.close()
  rmSync(folder, { recursive: true })
})

async function read(name: string, pdf: Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, pdf)
  const page = await recogniser.recognisePage(path, 1)
  if (typeof page === 'string') throw new Error(`The page is ${page}`)
  return page
}

test(
  'a language without data is named once, and the others are read; a page on its head is read, its words where they are',
  async () => {
    const down = await read('down.pdf', scanPdf([await drawScan({ lines: LINES, tilt: 180 })]))
    expect(down.text.split('\n')).toEqual(LINES)
    expect(down.confidence).toBeGreaterThan(85)
    expect(down.turn).toBe(180)
    const [left = 0, top = 0] = down.lines.find(([, , , , text]) => text.includes('galvanometer')) ?? []
    // The first line is the lowest, and ends at the left edge of the print.
    expect(left).toBeGreaterThan(300)
    expect(top).toBeGreaterThan(1_750)
    expect(await recogniser.check()).toEqual(['eng', 'hin'])
    expect(warnings).toEqual([
      'The data to read scans in "xyz" is missing or damaged, so they are read without it; npm ci brings it back.',
    ])
  },
  BUSY_MS,
)

test(
  'sixty megapixels of noise say nothing, and soon; a process that is killed in the middle is started once more',
  async () => {
    const size = { width: 6_500, height: 9_200 }
    const raw = { ...size, channels: 1 as const }
    const noise = sharp(randomBytes(size.width * size.height), { raw })
    const jpeg = await noise.toColourspace('b-w').jpeg({ quality: 60 }).toBuffer()
    const page = await read('noise.pdf', scanPdf([{ jpeg, ...size }]))
    expect(page).toEqual({ text: '', sureText: '', lines: [], confidence: 0 })

    const scan = scanPdf([await drawScan({ lines: LINES })])
    const [before] = childrenOf(JOB_PROCESS)
    const reading = read('killed.pdf', scan)
    await new Promise((resolve) => setImmediate(resolve))
    process.kill(before as number, 'SIGKILL')
    expect((await reading).text).toContain('refractive index')
  },
  BUSY_MS,
)

test('of damaged data each language is named once; what can be read is, and with none left no page is', async () => {
  const dataFolder = join(folder, 'data')
  mkdirSync(dataFolder)
  const whole = readFileSync(
    createRequire(import.meta.url).resolve('@tesseract.js-data/hin/4.0.0_best_int/hin.traineddata.gz'),
  )
  const damaged = Buffer.from(whole)
  damaged[400_000] = 255 - (damaged[400_000] as number)
  const files = {
    cut: whole.subarray(0, 90_000),
    bits: damaged,
    none: '',
    other: gzipSync('Not found'),
    hin: whole,
  }
  for (const [language, bytes] of Object.entries(files))
    writeFileSync(join(dataFolder, `${language}.traineddata.gz`), bytes)
  const open = (languages: string[]) => {
    const said: string[] = []
    const warn = (_: object, message: string) => said.push(message)
    const opened = createRecogniser({ languages, dataFolder, log: { ...log, warn }, deadlineMs: BUSY_MS })
    onTestFinished(() => opened.close())
    return { ...opened, said }
  }
  const sentence = (language: string) =>
    `The data to read scans in "${language}" is missing or damaged, so they are read without it; npm ci brings it back.`
  const some = open(Object.keys(files))
  expect([await some.isOn(), await some.isOn(), await some.check()]).toEqual([true, true, ['hin']])
  expect(some.said).toEqual(['cut', 'bits', 'none', 'other'].map(sentence))
  const none = open(['cut', 'gone'])
  expect([await none.isOn(), await none.check()]).toEqual([false, []])
  const last = 'No data to read scans with is left, so they are not read; all else goes on.'
  expect(none.said).toEqual([sentence('cut'), sentence('gone'), last])
  expect(await none.recognisePage(join(dataFolder, 'none.traineddata.gz'), 1)).toBe('broken')
})

test('a page that takes too long is given up, and those after it are read', async () => {
  const workerFile = join(folder, 'cloudy.mjs')
  const read = { text: 'Define', sureText: '', lines: [], confidence: 90 }
  const hang = '(() => { for (;;); })()'
  writeFileSync(workerFile, `export default ({ page }) => page === 1 ? ${hang} : ${JSON.stringify(read)}`)
  const hasty = createRecogniser({ languages: ['eng'], log, deadlineMs: 500, workerFile })
  onTestFinished(() => hasty.close())
  expect(await hasty.recognisePage(workerFile, 1)).toBe('took-too-long')
  expect(await hasty.recognisePage(workerFile, 2)).toEqual(read)
})
