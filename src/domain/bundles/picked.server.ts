import type { App } from '#domain/app.ts'
import type { Paper } from '../paper/paper.ts'
import { packList, unpackList } from './list-code.ts'
import { type PlacedPaper, selectPlacedByIds, selectPlacedBySerials } from './picked-store.server.ts'

type ReadApp = Pick<App, 'readDb'>

/** Papers as they were picked, with where their files lie, and the ids for which there is none (any more). */
export type Picked = { papers: PlacedPaper[]; missing: string[] }

/** The papers with these ids in this order, each once; binned ones are missing like those that never were. */
export async function findPicked(app: ReadApp, ids: readonly string[]): Promise<Picked> {
  const asked = [...new Set(ids)]
  const found = new Map((await selectPlacedByIds(app.readDb, asked)).map((each) => [each.paper.id, each]))
  return {
    papers: asked.flatMap((id) => found.get(id) ?? []),
    missing: asked.filter((id) => !found.has(id)),
  }
}

/** The path of the page that shows these papers, with the ids that are missing; null when all are. */
export async function pathOfList(
  app: ReadApp,
  ids: readonly string[],
): Promise<{ path: string; missing: string[] } | null> {
  const { papers, missing } = await findPicked(app, ids)
  if (papers.length === 0) return null
  return { path: `/list/${packList(papers.map(({ serial }) => serial))}`, missing }
}

/** The papers of a list in their order and how many of it are gone; null when there cannot be such a list. */
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
