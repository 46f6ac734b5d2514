import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from '../adapters/files/durable.ts'
import { isDiskFull } from '../uploading/write-file.ts'
import { BackupFault } from './backup-target.ts'

const good = z.object({
  at: z.string(),
  to: z.string(),
  papers: z.number(),
  files: z.number(),
  bytes: z.number(),
})
const place = z.object({
  /** When it was first named as the place of nightly backups. */
  since: z.string().nullable(),
  lastGood: good.nullable(),
  /** When one was last made, good or lacking a file of the site. */
  madeAt: z.string().nullable(),
  failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
const record = z.record(z.string(), place)

/** What became of the backups to one place. */
export type PlaceRecord = z.infer<typeof place>

const NOTHING: PlaceRecord = { since: null, lastGood: null, madeAt: null, failure: null }

/** Of every place by its name; nothing when it was never written or cannot be read. */
export async function readRecord(dataDir: string): Promise<Record<string, PlaceRecord>> {
  try {
    return record.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')))
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return {}
    throw error
  }
}

/** Called only by the process that makes the backup, or by the one that waits for it. */
export async function updateRecord(
  dataDir: string,
  name: string,
  change: Partial<PlaceRecord>,
): Promise<void> {
  const places = await readRecord(dataDir)
  const changed = { ...places, [name]: { ...NOTHING, ...places[name], ...change } }
  const draft = `${pathIn(dataDir)}.draft`
  await writeFile(draft, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, pathIn(dataDir))
}

function pathIn(dataDir: string) {
  return join(dataDir, 'backup.json')
}

/** A sentence for whoever runs the site. */
export function describeFault(error: unknown): string {
  if (error instanceof BackupFault) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  const where = path ? `: ${path}` : ''
  if (isDiskFull(error)) return `There is no room left on the disk${where}.`
  if (code && ['EACCES', 'EPERM', 'EROFS'].includes(code)) return `It may not be written here${where}.`
  if (code === 'EIO') return `The disk cannot be read or written${where}.`
  return message || String(error)
}
