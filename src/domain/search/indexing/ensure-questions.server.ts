import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { renewContent } from '#domain/content-version.server.ts'
import { selectWithoutQuestions } from '#domain/questions/questions.server.ts'
import { renewQuestions } from './index-papers.server.ts'

/** Files per transaction: others write in between. */
const STEP = 5

/** Finds those of files that came with an update or an archive: of many in the background; never throws. */
export async function ensureQuestions(app: Pick<App, 'db' | 'search' | 'log'>): Promise<void> {
  try {
    if ((await findStep(app)) < STEP) return
    void findAll(app)
  } catch (error) {
    tell(app, error)
  }
}

async function findAll(app: Pick<App, 'db' | 'search' | 'log'>) {
  try {
    while ((await findStep(app)) === STEP) await yieldToEventLoop()
    await renewContent(app.db)
  } catch (error) {
    tell(app, error)
  }
}

function tell({ log }: Pick<App, 'log'>, error: unknown) {
  log.error({ err: error }, 'questions of papers could not be found; the next start tries again')
}

/** How many files were looked through. */
async function findStep({ db, search }: Pick<App, 'db' | 'search'>): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const files = await selectWithoutQuestions(tx, STEP)
    for (const fileKey of files) await renewQuestions(tx, { search }, fileKey)
    return files.length
  })
}
