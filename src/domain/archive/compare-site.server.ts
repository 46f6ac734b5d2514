import { createHash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { unmarkReached } from '#domain/milestones.server.ts'
import { createRowSum, INBOX, sha256Of, toBeCompared } from './archive.ts'
import { walkTable } from './archive-store.server.ts'
import { ARCHIVED_TABLES, columnsOf } from './archived-tables.ts'
import type { Imported } from './import-site.server.ts'

type Progress = { done: number; all: number }
type Site = Pick<App, 'db' | 'files' | 'inbox'>

/** Reads every row and every file of this site again; returns a sentence for each difference from the archive. */
export async function compareSite(
  app: Site,
  imported: Imported,
  readLent: (path: string) => Promise<Uint8Array>,
  onProgress: (progress: Progress) => void = () => {},
): Promise<string[]> {
  const differences = [
    ...(await compareRows(app, imported)),
    ...(await compareFiles(app, imported, onProgress)),
    ...(await compareInbox(app, imported, readLent)),
  ]
  if (differences.length === 0) await unmarkReached(app.db, toBeCompared(imported.manifest.id))
  return differences
}

async function compareRows({ db }: Site, { end, dropped }: Imported) {
  const differences: string[] = []
  for (const table of ARCHIVED_TABLES.filter(({ name }) => !dropped.includes(name))) {
    const sum = createRowSum(columnsOf(table))
    for await (const rows of walkTable(db, table)) for (const row of rows) sum.add(row)
    // One that was written before this table was made has no rows of it.
    const [here, there] = [sum.value(), end.tables[table.name] ?? { rows: 0, sum: sum.value().sum }]
    if (here.rows !== there.rows)
      differences.push(`${table.name}: ${here.rows} rows here, ${there.rows} in the archive`)
    else if (here.sum !== there.sum) differences.push(`${table.name}: a row is not as it is in the archive`)
  }
  return differences
}

async function compareFiles(
  { db, files }: Site,
  { end }: Imported,
  onProgress: (progress: Progress) => void,
): Promise<string[]> {
  const differences: string[] = []
  const damaged = new Map(end.damaged.map(({ path, sha256 }) => [path, sha256]))
  let done = 0
  for (const table of ARCHIVED_TABLES.filter(({ name }) => name === 'storedFiles')) {
    for await (const rows of walkTable(db, table)) {
      for (const row of rows) {
        const path = String(row.fullPath)
        const bytes = await files.open(path)
        const digest = bytes && (await digestOf(bytes))
        const isKnown = !digest && end.missing.includes(path)
        if (!isKnown && digest !== (damaged.get(path) ?? row.sha256))
          differences.push(`${path}: ${digest ? 'other bytes than in the archive' : 'not here'}`)
        done += 1
        onProgress({ done, all: end.files })
      }
    }
  }
  return differences
}

async function compareInbox(
  { db, inbox }: Site,
  { end, pictures }: Imported,
  readLent: (path: string) => Promise<Uint8Array>,
): Promise<string[]> {
  const differences: string[] = []
  for (const table of ARCHIVED_TABLES.filter(({ name }) => name === 'inbox')) {
    for await (const rows of walkTable(db, table)) {
      for (const { uploadId, sha256 } of rows) {
        const name = String(uploadId)
        if (end.missing.includes(INBOX + name)) continue
        const picture = await inbox.picture(name)
        const digest = await inbox.lend(name, async (path) => sha256Of(await readLent(path)))
        if (digest !== sha256 || !picture || sha256Of(picture) !== pictures.get(name))
          differences.push(`${INBOX}${name}: other bytes than in the archive`)
      }
    }
  }
  return differences
}

async function digestOf(bytes: ReadableStream<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
