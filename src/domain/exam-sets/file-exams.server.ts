import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { examColumns } from './exam-of.ts'
import { selectUnfiled, updateExam } from './exam-sets-store.server.ts'

/** Papers per transaction: others write in between. */
const STEP = 500
/** Up to so many papers, a start waits; with more, the site opens meanwhile. */
const AWAITED_STEPS = 10

type Needs = Pick<App, 'db' | 'log'>

/** Finds the exams of papers that came with an update or an archive, of many in the background; never throws. */
export async function ensureExams(app: Needs, awaitedSteps = AWAITED_STEPS): Promise<void> {
  try {
    for (let step = 0; step < awaitedSteps; step++) if (!(await fileStep(app))) return
    void fileAll(app)
  } catch (error) {
    tell(app, error)
  }
}

async function fileAll(app: Needs) {
  try {
    while (await fileStep(app)) await yieldToEventLoop()
  } catch (error) {
    tell(app, error)
  }
}

function tell({ log }: Needs, error: unknown) {
  log.error(
    { err: error },
    'which papers are sets of one exam could not be found; the next start tries again',
  )
}

/** Whether there may be more. */
async function fileStep({ db }: Needs): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const rows = await selectUnfiled(tx, STEP)
    const filed = rows.map((row) => ({ serial: row.serial, columns: examColumns(row) }))
    const others = filed.filter(({ columns }) => columns.exam === '').map(({ serial }) => serial)
    await updateExam(tx, others, { exam: '', examSet: '' })
    for (const { serial, columns } of filed) if (columns.exam !== '') await updateExam(tx, [serial], columns)
    return rows.length === STEP
  })
}
