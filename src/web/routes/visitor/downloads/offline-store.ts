import { type DBSchema, openDB } from 'idb'
import { filesOf, type PaperManifest } from '#domain/offline/paper-manifest.ts'
import type { PaperQuestion } from '#domain/questions/questions.server.ts'
import type { ReadAnswers } from '#domain/sitting/sitting-paper.ts'
import { markOf, markOfFile, SAVED_CACHE, SHELL_PAGES_CACHE } from '#web/worker/caches.ts'
import { savedIds } from './saved-ids.ts'

/** A paper on this device. Its pictures, texts with positions and file are in Cache Storage, under their addresses. */
export type SavedPaper = Pick<PaperManifest, 'paper' | 'pages' | 'base' | 'isDone'> & {
  id: string
  /** Counts up with each paper: the clock of a phone may be a year off. */
  order: number
  bytes: number
  hasFile: boolean
  /** What each page says, from page 1 on. */
  texts: string[]
  /** To be sat; absent of papers that were saved before they could be. */
  questions?: PaperQuestion[]
  /** Pages of its answers, and the answers; absent as questions are. */
  answers?: ReadAnswers | null
  /** `replaced`: the site has another one by now · `renewed`: it was fetched again · `deleted`: taken off the site. */
  state: 'as-it-was' | 'replaced' | 'renewed' | 'deleted'
}

interface Saved extends DBSchema {
  papers: { key: string; value: SavedPaper }
}

function open() {
  return openDB<Saved>('thervu-kept-papers', 1, {
    upgrade(db) {
      db.createObjectStore('papers', { keyPath: 'id' })
    },
  })
}

/** Newest first. */
export async function readSaved(): Promise<SavedPaper[]> {
  const db = await open()
  const papers = await db.getAll('papers')
  db.close()
  return papers.sort((a, b) => b.order - a.order)
}

export async function readOneSaved(id: string): Promise<SavedPaper | null> {
  const db = await open()
  const paper = await db.get('papers', id)
  db.close()
  return paper ?? null
}

/** Puts it first, unless it is there already; its marks tell the worker. */
export async function writeSaved(paper: Omit<SavedPaper, 'order'>): Promise<void> {
  const db = await open()
  const change = db.transaction('papers', 'readwrite')
  const all = await change.store.getAll()
  const before = all.find(({ id }) => id === paper.id)
  const order = before?.order ?? Math.max(0, ...all.map((each) => each.order)) + 1
  await Promise.all([change.store.put({ ...paper, order }), change.done])
  db.close()
  await (await caches.open(SAVED_CACHE)).put(markOf(paper.id), new Response(paper.base))
  await markFile(paper)
  await mirrorIds()
}

/** What leads from its file to its pages; also of papers that were saved before there was such a mark. */
export async function markFile({ id, paper }: Pick<SavedPaper, 'id' | 'paper'>): Promise<void> {
  const cache = await caches.open(SAVED_CACHE)
  const mark = markOfFile(paper.link)
  if (!(await cache.match(mark))) await cache.put(mark, new Response(id))
}

export async function changeState(id: string, state: SavedPaper['state']): Promise<void> {
  const db = await open()
  const change = db.transaction('papers', 'readwrite')
  const before = await change.store.get(id)
  await Promise.all([before && change.store.put({ ...before, state }), change.done])
  db.close()
  // Not that they have changed, but that who shows them reads again.
  await mirrorIds()
}

export async function removeSaved(id: string): Promise<void> {
  const db = await open()
  const before = await db.get('papers', id)
  await db.delete('papers', id)
  db.close()
  await mirrorIds()
  if (before) await removeFiles(before)
  await forgetFirstViews((paper) => paper === id)
}

export async function removeAllSaved(): Promise<void> {
  const db = await open()
  await db.clear('papers')
  db.close()
  await mirrorIds()
  await caches.delete(SAVED_CACHE)
  await forgetFirstViews(() => true)
}

/** What the worker shows of them before React does. */
async function forgetFirstViews(isMeant: (paper: string) => boolean) {
  const cache = await caches.open(SHELL_PAGES_CACHE)
  for (const request of await cache.keys()) {
    const paper = new URL(request.url).searchParams.get('paper')
    if (paper !== null && isMeant(paper)) await cache.delete(request)
  }
}

async function removeFiles(saved: SavedPaper) {
  const own = pathsOf(saved)
  await deleteFrom((path) => path.startsWith(`/papers/${saved.id}/pages/`) || own.includes(path))
}

/** Besides its pages. */
function pathsOf({ id, paper }: SavedPaper) {
  return [markOf(id), markOfFile(paper.link), ...filesOf(paper)]
}

/** Removes what belongs to no saved paper: of one that was cancelled or found no room, and of a former version. */
export async function sweepFiles(): Promise<void> {
  if (!(await caches.has(SAVED_CACHE))) return
  const papers = await readSaved()
  const own = papers.flatMap(pathsOf)
  const bases = papers.flatMap(({ base, answers }) =>
    [base, answers?.base].flatMap((each) => (each ? [`${each}/`] : [])),
  )
  await deleteFrom((path) => !own.includes(path) && !bases.some((base) => path.startsWith(base)))
}

async function deleteFrom(isMeant: (path: string) => boolean) {
  const cache = await caches.open(SAVED_CACHE)
  for (const request of await cache.keys())
    if (isMeant(new URL(request.url).pathname)) await cache.delete(request)
}

/** Marks on cards are rendered from these. */
export async function mirrorIds(): Promise<void> {
  savedIds.set((await readSaved()).map(({ id }) => id))
}
