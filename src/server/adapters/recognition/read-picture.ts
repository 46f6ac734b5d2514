import { PAGE_WIDTH } from '#domain/files/inspect-pdf.ts'
import { judgeWords, type SeenWord, sureness } from '#domain/recognition/judge-words.ts'
import type { RecognisedPage } from '#domain/recognition/recogniser.ts'
import type { GreyPicture } from './draw-for-reading.ts'
import { type Engine, showPicture } from './engine.ts'
import { type Turn, turnBack, turnPicture } from './turns.ts'
import { wordsIn } from './words-in.ts'

/** In radians; a page that is straighter is not turned, which would blur it. */
const LEAST_TILT = 0.003
/** A page below is looked at in the other directions, too. */
const DOUBTED = 55
/** In the right direction a page is read so much more surely than in a wrong one. */
const CLEARLY = 12
/** Of the picture's height: enough lines to tell the direction by. */
const STRIP = { from: 0.3, part: 0.3 }

/** Straightens the page, also one that stands on its head or lies on its side. */
export function readPicture(engine: Engine, picture: GreyPicture): RecognisedPage {
  const upright = wordsOf(engine, picture)
  const turn = sureness(upright.flat()) < DOUBTED ? directionOf(engine, picture) : 0
  const lines = turn === 0 ? upright : wordsOf(engine, turnPicture(picture, turn))
  const scale = PAGE_WIDTH / picture.width
  return judgeWords(
    lines.map((line) => line.map((word) => turnBack(word, picture, turn))),
    scale,
  )
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

function directionOf(engine: Engine, picture: GreyPicture): Turn {
  const tried = ([0, 180, 90, 270] as const).map((turn) => ({
    turn,
    sure: surenessOfStrip(engine, picture, turn),
  }))
  const [best] = tried.toSorted((one, other) => other.sure - one.sure)
  return best && best.sure > (tried[0]?.sure ?? 0) + CLEARLY ? best.turn : 0
}

function surenessOfStrip(engine: Engine, picture: GreyPicture, turn: Turn): number {
  const turned = turnPicture(picture, turn)
  const { width, height } = turned
  const from = Math.round(height * STRIP.from) * width
  const rows = Math.round(height * STRIP.part)
  const strip = { grey: turned.grey.subarray(from, from + rows * width), width, height: rows }
  showPicture(engine, strip)
  engine.api.Recognize(null)
  const sure = sureness(wordsIn(engine.api.GetTSVText(0)).flat())
  engine.api.Clear()
  return sure
}
