import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const { resolve } = createRequire(import.meta.url)
const unzip = promisify(gunzip)
/** In each file comes first how many parts it may have, then where each begins; -1 for a part that it has not. */
const [MOST_PARTS, NEURAL_PART] = [64, 17]

/** Of the neural engine alone; throws what hinders it: missing, or damaged. `folder`: where else it is, for tests. */
export async function readLanguage(language: string, folder?: string): Promise<Buffer> {
  const name = `${language}.traineddata.gz`
  const file = folder ? join(folder, name) : resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${name}`)
  const data = await unzip(await readFile(file))
  if (!isWhole(data)) throw new Error(`${name} is not what Tesseract reads.`)
  return data
}

function isWhole(data: Buffer): boolean {
  const parts = data.length < 4 ? 0 : data.readInt32LE(0)
  if (parts <= NEURAL_PART || parts > MOST_PARTS || data.length < 4 + parts * 8) return false
  const starts = Array.from({ length: parts }, (_, at) => Number(data.readBigInt64LE(4 + at * 8)))
  return starts[NEURAL_PART] !== -1 && starts.every((start) => start >= -1 && start < data.length)
}
