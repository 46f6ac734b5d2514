import { buffer } from 'node:stream/consumers'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import {
  createRowSum,
  END,
  type End,
  FILES,
  FORMAT,
  INBOX,
  INBOX_PDF,
  INBOX_PICTURE,
  MANIFEST,
  type Manifest,
  type Member,
  memberOf,
  TABLES,
} from './archive.ts'
import { countRows, sumFileSizes, walkTable } from './archive-store.server.ts'
import { ARCHIVED_TABLES, type ArchivedTable, columnsOf } from './archived-tables.ts'

type Source = Pick<App, 'db' | 'files' | 'inbox' | 'sequences'>

type ExportOptions = Pick<Manifest, 'thervu' | 'id' | 'writtenAt' | 'secretCheck'> & {
  /** Reads a file of the inbox at the path where the store lends it. */
  readLent(path: string): Promise<Uint8Array>
  onProgress?(progress: { done: number; all: number }): void
}

const MOST_WALKS = 5
const [STORED, PENDING] = ['storedFiles', 'inbox'].map(tableNamed) as [ArchivedTable, ArchivedTable]

/**
 * The members of the site's archive; its last one is the end's own content, too. Files come first, then, in one
 * consistent read, those that were added meanwhile and all rows: a file is stored before its row and never changes.
 */
export async function* exportSite(app: Source, options: ExportOptions): AsyncGenerator<Member, End> {
  const carried = createCarried(app, options)
  const { files, bytes } = await sumFileSizes(app.db)
  const progress = { done: 0, all: files }
  const count = (member: Member) => {
    carried.count(member)
    if (member.name.startsWith(FILES)) options.onProgress?.({ ...progress, done: carried.done() })
    return member
  }
  const { thervu, id, writtenAt, secretCheck } = options
  const begun: Manifest = {
    ...{ format: FORMAT, thervu, id, writtenAt, secretCheck, files, bytes },
    secondFactors: await countRows(app.db, 'secondFactors'),
    papers: await countRows(app.db, 'papers'),
  }
  yield count(memberOf(MANIFEST, JSON.stringify(begun)))
  // Until nearly nothing is left for the transaction, in which reading a file must not take long.
  for (let before = -1, walks = 0; before < carried.done() && walks < MOST_WALKS; walks++) {
    before = carried.done()
    for await (const member of carried.filesOf(app.db, { isLast: false })) yield count(member)
  }
  const { tx, end: endReading } = await beginReading(app.db)
  try {
    for await (const member of carried.filesOf(tx, { isLast: true })) yield count(member)
    const sums: End['tables'] = {}
    for (const table of ARCHIVED_TABLES) {
      const sum = createRowSum(columnsOf(table))
      for await (const member of partsOf(tx, table, sum)) yield count(member)
      sums[table.name] = sum.value()
    }
    const end = { ...carried.total(), tables: sums, sequences: await app.sequences.read(tx) }
    yield memberOf(END, JSON.stringify(end))
    return end
  } finally {
    await endReading()
  }
}

/** A transaction that only reads, open until `end`, so that a generator can yield in the middle of it. */
async function beginReading(db: Database): Promise<{ tx: Database; end(): Promise<void> }> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  return { tx, end: () => tx.rollback().execute() }
}

async function* partsOf(tx: Database, table: ArchivedTable, sum: ReturnType<typeof createRowSum>) {
  let part = 0
  for await (const rows of walkTable(tx, table)) {
    for (const row of rows) sum.add(row)
    part += 1
    const name = `${TABLES}${table.name}/${String(part).padStart(6, '0')}.jsonl`
    yield memberOf(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
}

/** What has been carried; holds the names of the files, about 100 bytes for each. */
function createCarried(app: Source, { readLent }: ExportOptions) {
  const carried = new Set<string>()
  const missing: string[] = []
  const damaged: End['damaged'] = []
  let [members, files, bytes] = [0, 0, 0]

  async function read(key: string) {
    const stream = await app.files.open(key)
    return stream && (await buffer(stream))
  }

  async function* storedIn(db: Database, isLast: boolean): AsyncGenerator<Member> {
    for await (const rows of walkTable(db, STORED)) {
      for (const { fullPath, sha256 } of rows) {
        const path = String(fullPath)
        if (carried.has(path)) continue
        const found = await read(path)
        if (!found && isLast) missing.push(path)
        if (!found) continue
        const member = memberOf(FILES + path, found)
        if (member.sha256 !== sha256) damaged.push({ path, sha256: member.sha256 })
        carried.add(path)
        yield member
      }
    }
  }

  async function* waitingIn(db: Database, isLast: boolean): AsyncGenerator<Member> {
    for await (const rows of walkTable(db, PENDING)) {
      for (const { uploadId } of rows) {
        const name = String(uploadId)
        if (carried.has(INBOX + name)) continue
        const picture = await app.inbox.picture(name)
        const pdf = picture && (await app.inbox.lend(name, readLent))
        if (!pdf && isLast) missing.push(INBOX + name)
        if (!pdf) continue
        carried.add(INBOX + name)
        yield memberOf(`${INBOX}${name}/${INBOX_PICTURE}`, picture)
        yield memberOf(`${INBOX}${name}/${INBOX_PDF}`, pdf)
      }
    }
  }

  return {
    async *filesOf(db: Database, { isLast }: { isLast: boolean }) {
      yield* storedIn(db, isLast)
      yield* waitingIn(db, isLast)
    },
    count(member: Member) {
      members += 1
      if (!member.name.startsWith(FILES)) return
      files += 1
      bytes += member.bytes.length
    },
    done: () => files,
    total: () => ({ members, files, bytes, missing, damaged }),
  }
}

function tableNamed(name: string) {
  return ARCHIVED_TABLES.find((table) => table.name === name)
}
