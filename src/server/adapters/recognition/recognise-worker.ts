import { closeSync, fstatSync, openSync } from 'node:fs'
import startCore, {
  type TesseractApi,
  type TesseractModule,
} from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { judgeWords, type SeenWord, sureness } from '#domain/recognition/judge-words.ts'
import type { RecognisedPage } from '#domain/recognition/recogniser.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { lowerPriority, type WithEngine } from '../pdf/inspector.ts'
import { readLanguage } from './language-data.ts'
import { evenOut, type GreyPicture, renderForOcr } from './render-for-ocr.ts'
import { darkestRows, turnBack, turnPicture, wordsIn } from './turns.ts'

type Engine = { module: TesseractModule; api: TesseractApi }

const NEURAL = 1
const PICTURE = '/input'
let started: { languages: string; engine: Promise<Engine> } | undefined

/** One for each thread, which keeps it: to begin takes 0.1 s. */
async function engineFor(languages: readonly string[], folder?: string): Promise<Engine> {
  const asked = languages.join('+')
  if (started?.languages !== asked) started = { languages: asked, engine: start(languages, folder) }
  return await started.engine
}

async function start(languages: readonly string[], folder?: string): Promise<Engine> {
  const silent = () => {}
  const module = await startCore({ TesseractProgress: silent, print: silent, printErr: silent })
  for (const language of languages)
    module.FS.writeFile(`${language}.traineddata`, await readLanguage(language, folder))
  const api = new module.TessBaseAPI()
  if (api.Init(null, languages.join('+'), NEURAL) !== 0)
    throw new Error(`Tesseract does not take its data for ${languages.join(', ')}.`)
  api.SetVariable('debug_file', '/dev/null')
  // Sauvola's: a threshold for each place, for pages with a shadow on them.
  api.SetVariable('thresholding_method', '2')
  return { module, api }
}

/** `grey` has a byte for each pixel; `angle` is in radians. */
function showPicture(
  { module, api }: Engine,
  { grey, width, height }: { grey: Uint8Array; width: number; height: number },
  angle = 0,
): void {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
  module.FS.writeFile(PICTURE, Buffer.concat([head, grey]))
  if (api.SetImageFile(1, angle) !== 0) throw new Error('Tesseract cannot read the picture of a page.')
}

/** In radians; a page that is straighter is not turned, which would blur it. */
const LEAST_TILT = 0.003
/** A strip that is read less surely may be upside down or sideways. */
const DOUBTED = 70
/** In the right direction it is read so much more surely than in a wrong one. */
const CLEARLY = 12
/** Noise, and scripts without data, are read less surely in every direction: the whole page is not looked at. */
const HOPELESS = 35
/** A page with fewer letters is left as it is: some words on a rendering may be all that is printed across it. */
const LEAST_TURNED = 60
/** Of the picture's height: some lines, to tell the direction by. */
const STRIP = 0.12

/** Straightens the page, also one that is upside down or sideways. */
function readPicture(engine: Engine, picture: GreyPicture): RecognisedPage {
  const { turn, sure } = directionOf(engine, picture)
  const lines = sure < HOPELESS ? [] : wordsOf(engine, turnPicture(picture, turn))
  const upright = lines.map((line) => line.map((word) => turnBack(word, picture, turn)))
  const judged = judgeWords(upright, PAGE_WIDTH / picture.width)
  return isSureTurn(turn, judged) ? { ...judged, turn } : judged
}

/** One of a table or a note that is across an upright page is not the page's. */
function isSureTurn(turn: Turn, { text, confidence }: RecognisedPage): boolean {
  return turn !== 0 && confidence >= DOUBTED && text.length >= LEAST_TURNED
}

function directionOf(engine: Engine, picture: GreyPicture): { turn: Turn; sure: number } {
  let best: { turn: Turn; sure: number } = { turn: 0, sure: surenessOfStrip(engine, picture) }
  for (const turn of [180, 90, 270] as const) {
    if (best.sure >= DOUBTED) break
    const sure = surenessOfStrip(engine, turnPicture(picture, turn))
    if (sure > best.sure + CLEARLY) best = { turn, sure }
  }
  return best
}

/** Of the part with the most ink. */
function surenessOfStrip(engine: Engine, { grey, width, height }: GreyPicture): number {
  const rows = Math.round(height * STRIP)
  const from = darkestRows(grey, width, rows) * width
  showPicture(engine, { grey: grey.subarray(from, from + rows * width), width, height: rows })
  engine.api.Recognize(null)
  const sure = sureness(wordsIn(engine.api.GetTSVText(0)).flat())
  engine.api.Clear()
  return sure
}

function wordsOf(engine: Engine, picture: GreyPicture): SeenWord[][] {
  const { api } = engine
  showPicture(engine, picture)
  api.FindLines()
  const tilt = api.GetGradient()
  const isTilted = Math.abs(tilt) >= LEAST_TILT
  if (isTilted) showPicture(engine, picture, tilt)
  api.Recognize(null)
  const found = wordsIn(api.GetTSVText(0))
  api.Clear()
  return isTilted ? found.map((line) => line.map((word) => tiltBack(word, picture, tilt))) : found
}

/** Tesseract turns the picture about its middle. */
function tiltBack(word: SeenWord, { width, height }: GreyPicture, tilt: number): SeenWord {
  const x = word.left + word.width / 2 - width / 2
  const y = word.top + word.height / 2 - height / 2
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const [across, down] = [x * cos + y * sin, y * cos - x * sin]
  return {
    ...word,
    left: across + width / 2 - word.width / 2,
    top: down + height / 2 - word.height / 2,
  }
}

export type RecogniseTask = {
  path: string
  page: number
  languages: readonly string[]
  memoryMiB: number
  dataFolder?: string
}

const NOTHING: RecognisedPage = { text: '', sureText: '', lines: [], confidence: 0 }

lowerPriority()

export default async function recognise(
  task: RecogniseTask & WithEngine,
): Promise<RecognisedPage | 'broken' | 'no-engine'> {
  const fd = openSync(task.path, 'r')
  try {
    const picture = await renderForOcr(task, { fd, size: fstatSync(fd).size })
    if (picture === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    if (picture === 'broken') return picture
    const engine = await engineFor(task.languages, task.dataFolder).catch(() => null)
    if (!engine) return 'no-engine'
    const even = await evenOut(picture)
    return even ? readPicture(engine, even) : NOTHING
  } finally {
    closeSync(fd)
  }
}
