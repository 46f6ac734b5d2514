import type { App } from '#domain/app.ts'
import { type Author, journalFields } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { raiseWarning } from '#domain/warnings.server.ts'
import { selectForAdmin } from '../lists/admin-paper-store.server.ts'
import { fileKeysOf } from '../lists/paper-store.server.ts'
import type { AdminPaper } from '../paper/admin-paper.ts'
import { indexPaper, unindexPaper } from '../search/indexing/index-papers.server.ts'
import { entryOf, findLost, refuseLost } from './bin.server.ts'
import { changeHidden, moveHiddenBack, selectBinnedBy, selectDue, takeOff } from './bin-store.server.ts'

type Needs = Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log'>

/** A hidden paper comes back by itself at `showAt`, or by hand where that is null. */
export type Hiding = { showAt: Date | null }

/** Null for what is to be on the site at once: a time that has passed hides nothing. */
export function hidingNow({ showAt }: Hiding, now: Date): { hiddenAt: string; showAt: string | null } | null {
  if (showAt && showAt <= now) return null
  return { hiddenAt: now.toISOString(), showAt: showAt?.toISOString() ?? null }
}

/** To visitors it is as if it had never been, until it is shown; one that is hidden already gets the new time. A time that has
 * passed shows it at once. */
export async function hidePaper(
  app: Needs,
  id: string,
  hiding: Hiding,
  author: Author,
): Promise<AdminPaper | Refusal | 'missing'> {
  const taken = hidingNow(hiding, app.clock.now())
  if (!taken) return await showPaper(app, id, author)
  await app.db.transaction().execute(async (tx) => {
    const after = { showAt: taken.showAt }
    const shown = await takeOff(tx, id, taken)
    if (shown) {
      await unindexPaper(tx, app, shown)
      return await recordChange(tx, app, author, { ...entryOf('hidden', shown), after })
    }
    const was = await changeHidden(tx, id, after)
    if (!was || was.showAt === taken.showAt) return
    await recordChange(tx, app, author, {
      ...entryOf('scheduled', was),
      ...{ before: { showAt: was.showAt }, after },
    })
  })
  return await publishedOrHidden(app, id)
}

/** Back on the site, at its address, with its views; one that is there already stays. With `dueBy`, only when its time has come
 * by then, and once however many servers look. Refuses when one of its files is not stored. */
export async function showPaper(
  app: Needs,
  id: string,
  author: Author,
  dueBy?: Date,
): Promise<AdminPaper | Refusal | 'missing'> {
  const off = await selectBinnedBy(app.db, 'id', id)
  if (off && off.binnedAt === null) {
    const lost = await findLost(app, fileKeysOf(off))
    if (lost && (await selectBinnedBy(app.db, 'id', id))) return refuseLost(dueBy ? null : app, id, lost)
    await app.db.transaction().execute(async (tx) => {
      const row = await moveHiddenBack(tx, id, app.clock.now(), dueBy)
      if (!row) return
      await indexPaper(tx, app, row)
      await recordChange(tx, app, author, { ...entryOf('shown', row), after: journalFields(row) })
    })
  }
  return await publishedOrHidden(app, id)
}

const AT_ONCE = 50

/** Shows every paper whose time has come; returns how many, and how many lack a file, of which it warns. */
export async function showDue(app: Needs & Pick<App, 'readDb'>): Promise<{ shown: number; lost: number }> {
  const now = app.clock.now()
  const due = await selectDue(app.readDb, now, AT_ONCE)
  const lost: string[] = []
  for (const { id, title } of due) {
    const outcome = await showPaper(app, id, null, now)
    if (outcome !== 'missing' && 'refused' in outcome) lost.push(title)
  }
  if (lost[0]) await raiseWarning(app, 'not-shown', warningOf(lost[0], lost.length - 1))
  return { shown: due.length - lost.length, lost: lost.length }
}

function warningOf(title: string, more: number) {
  const suffix = more > 0 ? ` The same goes for ${more} more.` : ''
  return `“${title}” should be on the site by now and is still hidden: one of its files is missing on the server. Upload the paper again, and delete the hidden one.${suffix}`
}

async function publishedOrHidden(app: Pick<App, 'db'>, id: string) {
  const paper = await selectForAdmin(app.db, id)
  return paper && paper.binnedAt === null ? paper : 'missing'
}
