import { answersOf, estimateBytes, type KeepablePaper } from '#domain/keeping/keepable-paper.ts'
import type { PageLines } from '#domain/page-text/text-line.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import { KEPT_CACHE } from '#web/worker/caches.ts'

/** Few, so that the page itself still gets through on a thin line. */
const CONCURRENCY = 4

/** The paper has other pages than it was said to have: it was replaced meanwhile, or drawn anew. */
export class Outdated extends Error {}

type Fetched = { bytes: number; texts: string[] }

/**
 * Fetches what a paper needs into Cache Storage; what is there already is not fetched again. Throws `Outdated`, what
 * `fetch` throws without a line, a QuotaExceededError without room, and an AbortError.
 */
export async function fetchPaper(
  { paper, pages, base, bytes }: KeepablePaper,
  withFile: boolean,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Fetched> {
  const cache = await caches.open(KEPT_CACHE)
  const total = estimateBytes({ pages, bytes }, withFile)
  let done = 0
  const add = (weight: number) => {
    done += weight
    onProgress(Math.min(done, total), total)
  }
  add(0)
  const addressOf = (at: number) => `${base}/${pageName(at + 1, pages[at]?.turn)}`
  const pictures = pages.flatMap((page, at) => (page ? [`${addressOf(at)}-720.webp`] : []))
  const others = [paper.thumbnail, answersOf(paper), withFile ? paper.link : null]
  const paths = [...pictures, ...others.filter((path) => path !== null)]
  const left = paths.values()
  let fault: unknown
  const work = async () => {
    for (const path of left) {
      if (fault) return
      try {
        add(await fetchFile(cache, path, signal))
      } catch (error) {
        fault ??= error
      }
    }
  }
  // All of them end before it is said: none puts anything into the cache afterwards.
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  if (fault) throw fault
  const { lines, weight } = await fetchLines(cache, { base, addressOf }, signal)
  add(weight)
  const texts = lines.map((page) => page.lines.map(([, , , , text]) => text).join('\n'))
  return { bytes: done, texts }
}

/** Returns its bytes. */
async function fetchFile(cache: Cache, path: string, signal: AbortSignal): Promise<number> {
  const known = await cache.match(path, { ignoreVary: true })
  if (known) return (await known.blob()).size
  const answer = await fetch(path, { signal, priority: 'low' })
  check(answer)
  const file = await answer.blob()
  const headers = { 'Content-Type': file.type, 'Content-Length': String(file.size) }
  await cache.put(path, new Response(file, { headers }))
  return file.size
}

/** All pages' texts come in one answer, and are kept under the addresses at which the viewer asks for them. */
async function fetchLines(
  cache: Cache,
  { base, addressOf }: { base: string; addressOf: (at: number) => string },
  signal: AbortSignal,
) {
  if (base === '') return { lines: [], weight: 0 }
  // Those that the browser remembers may be of pages before they were turned.
  const answer = await fetch(`${base}/lines.json`, { signal, priority: 'low', cache: 'no-cache' })
  check(answer)
  const lines: PageLines[] = await answer.json()
  let weight = 0
  for (const [at, page] of lines.entries()) {
    const text = JSON.stringify(page)
    weight += new Blob([text]).size
    await cache.put(
      `${addressOf(at)}-lines.json`,
      new Response(text, { headers: { 'Content-Type': 'application/json' } }),
    )
  }
  return { lines, weight }
}

function check({ ok, status }: Response) {
  if (status === 404 || status === 410) throw new Outdated(`${status}`)
  // As without a line: it is tried again.
  if (!ok) throw new TypeError(`The server answered ${status}`)
}
