import { answersOf, estimateBytes, type PaperManifest, versionOf } from '#domain/offline/paper-manifest.ts'
import type { PageLines } from '#domain/page-text/text-line.ts'
import { pageName } from '#domain/page-turns/turn.ts'
import { SAVED_CACHE } from '#web/worker/caches.ts'
import { canHaveWorker, prepareReader } from '#web/worker/register-worker.ts'
import {
  followCancel,
  forgetSettled,
  noteGivenUp,
  type Progress,
  type Reason,
  readWanted,
  reportProgress,
  type Wanted,
  writeWanted,
} from './download-queue.ts'
import { askQuestions, fetchManifests } from './fetch-manifests.ts'
import {
  changeState,
  readOneSaved,
  readSaved,
  type SavedPaper,
  sweepFiles,
  writeSaved,
} from './offline-store.ts'
import { savedIds } from './saved-ids.ts'

/** Few, so that the page itself still gets through on a slow connection. */
const CONCURRENCY = 4

/** The paper has other pages than it was said to have: it was replaced meanwhile, or rendered again. */
class Outdated extends Error {}

type Fetched = { bytes: number; texts: string[] }

/**
 * Fetches what a paper needs into Cache Storage; what is there already is not fetched again. Throws `Outdated`, what
 * `fetch` throws offline, a QuotaExceededError without room, and an AbortError.
 */
async function fetchPaper(
  { paper, pages, base, answers, bytes }: PaperManifest,
  withFile: boolean,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Fetched> {
  const cache = await caches.open(SAVED_CACHE)
  const total = estimateBytes({ pages, bytes }, withFile)
  let done = 0
  const add = (weight: number) => {
    done += weight
    onProgress(Math.min(done, total), total)
  }
  add(0)
  const addressOf = (at: number) => `${base}/${pageName(at + 1, pages[at]?.turn)}`
  const pictures = [{ pages, base }, ...(answers ? [answers] : [])].flatMap(picturesOf)
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

function picturesOf({ pages, base }: Pick<PaperManifest, 'pages' | 'base'>): string[] {
  return pages.flatMap((page, at) => (page ? [`${base}/${pageName(at + 1, page.turn)}-720.webp`] : []))
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

/** All pages' texts come in one answer, and are saved under the addresses at which the viewer asks for them. */
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
  // As offline: it is tried again.
  if (!ok) throw new TypeError(`The server answered ${status}`)
}

/** Between tries while the page is open; the browser's own sign that the connection is back comes before. */
const PAUSE_MS = 20_000
/** A paper that changes more often than this while it is fetched is left for later. */
const MOST_CHANGES = 3

let isQueued = false

/** Fetches what is wanted, one paper after the other, in one tab at a time; the next tab goes on where one was closed. */
export async function runDownloads(): Promise<void> {
  // One that has begun may be past its last paper: what is wanted by now waits for the next.
  if (isQueued) return
  isQueued = true
  await navigator.locks
    .request('keep papers', () => {
      isQueued = false
      return run()
    })
    .finally(() => {
      isQueued = false
    })
}

async function run() {
  forgetSettled()
  await renewSaved().catch(() => {})
  for (let [next] = readWanted(); next; [next] = readWanted()) {
    const state = await downloadOne(next)
    if (state === 'waiting') return void setTimeout(() => void runDownloads(), PAUSE_MS)
    // It may be wanted again already.
    if (state === 'cancelled') {
      forgetSettled()
      continue
    }
    // Before it is taken off the list: other tabs must find the reason where they miss the paper.
    if (state) noteGivenUp([next.id], state)
    if (state === 'full' || state === 'refused') giveUp(state)
    else dropWanted(next)
  }
  await sweepFiles().catch(() => {})
}

function dropWanted({ id }: Wanted) {
  writeWanted(readWanted().filter((each) => each.id !== id))
}

/** All that is wanted. */
function giveUp(state: Reason) {
  const ids = readWanted().map(({ id }) => id)
  noteGivenUp(ids, state)
  for (const id of ids) reportProgress(id, { state, done: 0, total: 0 })
  writeWanted([])
}

/** Null when it is saved. */
async function downloadOne(wanted: Wanted): Promise<Reason | 'waiting' | 'cancelled' | null> {
  if (!canHaveWorker()) {
    reportProgress(wanted.id, { state: 'refused', done: 0, total: 0 })
    return 'refused'
  }
  const quit = new AbortController()
  const endFollowing = followCancel(wanted.id, () => quit.abort())
  let last = { done: 0, total: 0 }
  const tell = (state: Progress['state']) => reportProgress(wanted.id, { state, ...last })
  const onProgress = (done: number, total: number) => {
    last = { done, total }
    if (!quit.signal.aborted) tell('fetching')
  }
  try {
    await askToPersist()
    await prepareReader()
    const state = await fetchNewest(wanted, { signal: quit.signal, onProgress })
    if (state) tell(state)
    else reportProgress(wanted.id, null)
    return state
  } catch (error) {
    if (quit.signal.aborted) return 'cancelled'
    const state = stateOf(error)
    tell(state)
    return state
  } finally {
    endFollowing()
  }
}

type Ways = Parameters<typeof fetchPaper>[2]

async function fetchNewest(
  { id, withFile }: Wanted,
  ways: Ways,
  changes = 0,
): Promise<'gone' | 'failed' | null> {
  const [paper] = await fetchManifests([id])
  if (!paper) return 'gone'
  const before = await readOneSaved(id)
  const hasFile = withFile || before?.hasFile === true
  // Another tab has saved it meanwhile.
  if (before && before.hasFile === hasFile && versionOf(before) === versionOf(paper)) return null
  try {
    const { bytes, texts } = await fetchPaper(paper, hasFile, ways)
    const { questions, answers: found } = await askQuestions(id)
    ways.signal.throwIfAborted()
    const isRenewed = before !== null && isReplaced(before, paper)
    const { pages, base, isDone } = paper
    const answers = paper.answers && { ...paper.answers, found }
    const state = isRenewed ? 'renewed' : 'as-it-was'
    const what = { pages, base, isDone, bytes, hasFile, texts, questions, answers }
    await writeSaved({ id, paper: paper.paper, ...what, state })
    return null
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    // Replaced, deleted or rendered again while it was fetched: what is there now is asked for again.
    return changes < MOST_CHANGES ? await fetchNewest({ id, withFile }, ways, changes + 1) : 'failed'
  }
}

function stateOf(error: unknown): Reason | 'waiting' {
  const { name } = error as Error
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'SecurityError' || name === 'InvalidStateError' || name === 'NotAllowedError') return 'refused'
  return isTransient(error) ? 'waiting' : 'failed'
}

/** What `fetch` throws offline, or the server's own trouble. */
function isTransient(error: unknown) {
  return error instanceof TypeError
}

/** Asked for when the first paper is saved; where the browser says no, /kept says what that means. */
async function askToPersist() {
  if (savedIds.get().length === 0) await navigator.storage?.persist?.().catch(() => false)
}

/** Its PDF, and not only its answers or how its pages are rendered. */
function isReplaced(before: Pick<PaperManifest, 'paper'>, now: PaperManifest) {
  return before.paper.link !== now.paper.link
}

type Before = Pick<SavedPaper, 'state' | 'paper' | 'pages' | 'base' | 'answers'>

/** What has become of a saved paper by what the site has of it now, and whether that is fetched in its place. */
export function renewalOf(
  before: Before,
  now: PaperManifest | undefined,
): { state: SavedPaper['state']; isFetched: boolean } {
  if (!now) return { state: 'deleted', isFetched: false }
  const isOther = versionOf(now) !== versionOf(before)
  const unchanged = before.state === 'deleted' ? 'as-it-was' : before.state
  return {
    state: isOther && isReplaced(before, now) ? 'replaced' : unchanged,
    // Half of a paper that is being rendered would take the place of a whole one.
    isFetched: isOther && now.isDone,
  }
}

/** Tells what has become of saved papers on the site, and wants those again that were replaced or have other answers. */
async function renewSaved() {
  const saved = await readSaved()
  if (saved.length === 0) return
  const found = new Map(
    (await fetchManifests(saved.map(({ id }) => id))).map((each) => [each.paper.id, each]),
  )
  const replaced: Wanted[] = []
  for (const before of saved) {
    const { id, hasFile } = before
    const { state, isFetched } = renewalOf(before, found.get(id))
    if (state !== before.state) await changeState(id, state)
    if (isFetched) replaced.push({ id, withFile: hasFile })
  }
  const wanted = readWanted().map(({ id }) => id)
  const added = replaced.filter(({ id }) => !wanted.includes(id))
  writeWanted([...readWanted(), ...added])
}
