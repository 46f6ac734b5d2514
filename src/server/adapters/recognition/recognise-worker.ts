import { closeSync, fstatSync, openSync } from 'node:fs'
import type { RecognisedPage } from '#domain/recognition/recogniser.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { lowerPriority } from '../pdf/lower-priority.ts'
import type { WithEngine } from '../pdf/tasks.ts'
import { drawForReading } from './draw-for-reading.ts'
import { engineFor } from './engine.ts'
import { evenOut } from './even-out.ts'
import { readPicture } from './read-picture.ts'

export type RecogniseTask = {
  path: string
  page: number
  languages: readonly string[]
  memoryMiB: number
  dataFolder?: string
}

const NOTHING: RecognisedPage = { text: '', sureText: '', lines: [], confidence: 0 }

lowerPriority()

export default async function recognise(
  task: RecogniseTask & WithEngine,
): Promise<RecognisedPage | 'broken' | 'no-engine'> {
  const fd = openSync(task.path, 'r')
  try {
    const picture = await drawForReading(task, { fd, size: fstatSync(fd).size })
    if (picture === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    if (picture === 'broken') return picture
    const engine = await engineFor(task.languages, task.dataFolder).catch(() => null)
    if (!engine) return 'no-engine'
    const even = await evenOut(picture)
    return even ? readPicture(engine, even) : NOTHING
  } finally {
    closeSync(fd)
  }
}
