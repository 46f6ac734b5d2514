import startCore, {
  type TesseractApi,
  type TesseractModule,
} from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { readLanguage } from './language-data.ts'

export type Engine = { module: TesseractModule; api: TesseractApi }

const NEURAL = 1
const PICTURE = '/input'
let started: { languages: string; engine: Promise<Engine> } | undefined

/** One for each thread, which keeps it: to begin takes 0.1 s. */
export async function engineFor(languages: readonly string[], folder?: string): Promise<Engine> {
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
export function showPicture(
  { module, api }: Engine,
  { grey, width, height }: { grey: Uint8Array; width: number; height: number },
  angle = 0,
): void {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
  module.FS.writeFile(PICTURE, Buffer.concat([head, grey]))
  if (api.SetImageFile(1, angle) !== 0) throw new Error('Tesseract cannot read the picture of a page.')
}
