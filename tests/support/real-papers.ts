import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Fifteen real papers that may be next to the checkout. They are not ours to hand on, so most machines lack them. */
export const REAL_PAPERS = join(ROOT, '../shared/papers')
const AT_HAND = existsSync(REAL_PAPERS)

export const SAMPLE_PAPERS = pdfsIn(join(ROOT, 'samples/papers'))
/** The real papers where they are at hand, else as many samples of our own. */
export const FIFTEEN_PAPERS = AT_HAND ? pdfsIn(REAL_PAPERS) : SAMPLE_PAPERS.slice(-15)

/** A test of what only the real papers can show; where they are missing it is skipped and its name says why. */
export function testRealPapers(name: string, body: () => Promise<void>, timeoutMs?: number) {
  if (AT_HAND) test(name, body, timeoutMs)
  else test.skip(`${name} (needs the real papers, in ../shared/papers)`, body)
}

function pdfsIn(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  return names.sort().map((name) => ({ name, path: join(folder, name) }))
}
