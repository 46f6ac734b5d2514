import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'

const { resolve } = createRequire(import.meta.url)

/** Of the neural engine alone; throws what hinders it: missing, or damaged. */
export function readLanguage(language: string): Buffer {
  const file = resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)
  return gunzipSync(readFileSync(file))
}
