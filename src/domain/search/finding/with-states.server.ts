import type { App } from '#domain/app.ts'
import { selectBoardsAt } from '#domain/lists/paper-store.server.ts'
import { DEFAULT_STATE } from '#domain/paper/exams-and-subjects.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { statesApart } from '../understanding/understand-search.server.ts'

/** With the state whose board set each paper, which the index does not tell of hits; unchanged where all are of one. */
export async function withStates(
  app: Pick<App, 'readDb' | 'lists'>,
  hits: Facts[],
  filter: PaperFilter,
): Promise<Facts[]> {
  const ofState = hits.filter(({ type }) => type === 'state').map(({ position }) => position)
  if (ofState.length === 0 || (await statesApart(app, filter)).length === 0) return hits
  const boards = await selectBoardsAt(app.readDb, ofState)
  const { ownState = DEFAULT_STATE } = filter
  return hits.map((hit) =>
    hit.type === 'state' ? { ...hit, board: boards.get(hit.position) || ownState } : hit,
  )
}
