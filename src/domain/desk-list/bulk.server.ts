import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { binPaper, deleteForGood, restorePaper } from '../bin/bin.server.ts'
import { type Hiding, hidePaper, showPaper } from '../bin/hide.server.ts'
import { type PaperChange, revisePaper } from '../publishing/revise.server.ts'

export type BulkAction =
  | { action: 'change'; change: PaperChange }
  | ({ action: 'hide' } & Hiding)
  | { action: 'show' | 'bin' | 'restore' | 'delete' }

export type BulkOutcome = {
  done: string[]
  missing: string[]
  refused: { id: string; detail: string }[]
}

/** Each paper in a transaction of its own: one that is missing or refused keeps none of the others back. `others` are those
 * that the author may not change, and why. */
export async function doInBulk(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log' | 'reserve'>,
  ids: string[],
  action: BulkAction,
  author: Author,
  others = { ids: new Set<string>(), detail: '' },
): Promise<BulkOutcome> {
  const refused = [...others.ids].map((id) => ({ id, detail: others.detail }))
  const outcome: BulkOutcome = { done: [], missing: [], refused }
  for (const id of new Set(ids).difference(others.ids)) {
    const result = await doOne(app, id, action, author)
    if (result === false || result === 'missing') outcome.missing.push(id)
    else if (result !== true && 'refused' in result) outcome.refused.push({ id, detail: result.sentence })
    else outcome.done.push(id)
    await yieldToEventLoop()
  }
  return outcome
}

async function doOne(app: Parameters<typeof doInBulk>[0], id: string, action: BulkAction, author: Author) {
  if (action.action === 'change') return await revisePaper(app, id, action.change, author)
  if (action.action === 'hide') return await hidePaper(app, id, action, author)
  if (action.action === 'show') return await showPaper(app, id, author)
  if (action.action === 'bin') return await binPaper(app, id, author)
  if (action.action === 'restore') return await restorePaper(app, id, author)
  return await deleteForGood(app, id, author)
}
