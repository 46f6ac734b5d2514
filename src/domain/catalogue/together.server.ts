import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { binPaper, deleteForGood, restorePaper } from './bin.server.ts'
import { type PaperChange, revisePaper } from './revise.server.ts'

/** What is done to many papers: `delete` is for good, and of papers in the bin. */
export type TogetherAction =
  | { action: 'change'; change: PaperChange }
  | { action: 'bin' | 'restore' | 'delete' }

/** What became of each. */
export type TogetherOutcome = {
  done: string[]
  missing: string[]
  refused: { id: string; detail: string }[]
}

/** Does the same to many papers, each for itself: one that is missing or refused keeps none of the others back. */
export async function doTogether(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log'>,
  ids: string[],
  action: TogetherAction,
  author: Author,
): Promise<TogetherOutcome> {
  const outcome: TogetherOutcome = { done: [], missing: [], refused: [] }
  for (const id of new Set(ids)) {
    const result = await doOne(app, id, action, author)
    if (result === false || result === 'missing') outcome.missing.push(id)
    else if (result !== true && 'refused' in result) outcome.refused.push({ id, detail: result.sentence })
    else outcome.done.push(id)
    // Visitors' requests come in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return outcome
}

async function doOne(
  app: Parameters<typeof doTogether>[0],
  id: string,
  action: TogetherAction,
  author: Author,
) {
  if (action.action === 'change') return await revisePaper(app, id, action.change, author)
  if (action.action === 'bin') return await binPaper(app, id, author)
  if (action.action === 'restore') return await restorePaper(app, id, author)
  return await deleteForGood(app, id, author)
}
