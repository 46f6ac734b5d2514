import type { App } from '#domain/app.ts'
import type { Paper } from '../paper/paper.ts'
import { packList, unpackList } from './list-code.ts'
import { type PlacedPaper, selectPlacedByIds, selectPlacedBySerials } from './picked-store.server.ts'

type ReadApp = Pick<App, 'readDb'>

export type Picked = { papers: PlacedPaper[]; missing: string[] }

/** In the order of the ids, each once; binned papers are missing like those that never were. */
export async function findPicked(app: ReadApp, ids: readonly string[]): Promise<Picked> {
  const asked = [...new Set(ids)]
  const found = new Map((await selectPlacedByIds(app.readDb, asked)).map((each) => [each.paper.id, each]))
  return {
    papers: asked.flatMap((id) => found.get(id) ?? []),
    missing: asked.filter((id) => !found.has(id)),
  }
}

export async function pathOfList(
  app: ReadApp,
  ids: readonly string[],
): Promise<{ path: string; missing: string[] } | null> {
  const { papers, missing } = await findPicked(app, ids)
  if (papers.length === 0) return null
  return { path: `/list/${packList(papers.map(({ serial }) => serial))}`, missing }
}

/** The papers of a list in their order, and how many are gone; null when the code is none. */
export async function findListed(
  app: ReadApp,
  code: string,
): Promise<{ papers: Paper[]; gone: number } | null> {
  const serials = unpackList(code)
  if (!serials) return null
  const found = new Map(
    (await selectPlacedBySerials(app.readDb, serials)).map(({ serial, paper }) => [serial, paper]),
  )
  const papers = serials.flatMap((serial) => found.get(serial) ?? [])
  return { papers, gone: serials.length - papers.length }
}
