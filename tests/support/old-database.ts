import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from '#database/schema.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'
import { plainPdf } from './made-pdfs.ts'
import { ADMIN } from './site.ts'

const FOLDER = join(import.meta.dirname, '../../src/database/sqlite/migrations')
const PICTURE = Buffer.from('a picture of page 1')
const CREATED = '2026-02-01T08:00:00.000Z'
/** The last thing that was done in the old database. */
export const LAST_ENTRY = '2026-03-05T11:00:00.000Z'

/** Which migration each released version ended with. */
export const RELEASED = [
  ['0.1.0 and 0.2.0', '0002-identity'],
  ['0.3.0', '0007-journal-order'],
  ['0.4.0', '0008-find'],
] as const

/** What papers there were, with a gap where one was deleted; `answers` a file, a link or none. */
export const OLD_PAPERS = [
  old(1, 'Half-yearly physics', ['cbse', '12', 'Physics', 3, 2024], 'file'),
  old(2, 'Trigonometry revision', ['state', '10', 'Mathematics', 12, 2023], 'link'),
  old(4, 'JEE shift two', ['jee', 'previous-years', 'all', 1, 2022], 'none'),
  old(5, 'Physics model test', ['cbse', '12', 'Physics', 3, 2024], 'none'),
]
const BINNED = old(6, 'Binned by mistake', ['neet', 'previous-years', 'Biology', 5, 2021], 'none')

type OldPaper = ReturnType<typeof old>

function old(
  serial: number,
  title: string,
  [type, grade, subject, month, year]: [string, string, string, number, number],
  answers: 'file' | 'link' | 'none',
) {
  const folder = grade === 'previous-years' ? type : `${grade}th-${type}`
  return {
    serial,
    id: `paper-${serial}`,
    title,
    ...{ type, grade, subject, month, year },
    fileKey: `${folder}/paper_${serial}-abcdefgh.pdf`,
    thumbnailKey: `thumbnail/paper_${serial}-abcdefgh.webp`,
    answersKey: answers === 'file' ? `${folder}/answers_${serial}-abcdefgh.pdf` : null,
    referenceLink: answers === 'link' ? 'https://centre.example/answers' : null,
    views: serial * 10,
  }
}

/** A migrator with the migrations that there are now, to go through them step by step. */
export async function migratorOf(db: Database): Promise<Migrator> {
  const names = (await readdir(FOLDER)).map((file) => file.replace('.ts', '')).sort()
  const migrations: Record<string, Migration> = {}
  for (const name of names) migrations[name] = await import(join(FOLDER, `${name}.ts`))
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}

/** Fills a database as the version left it that ended with this migration, with the files that it needs. */
export async function fillAsReleased(db: Database, dataDir: string, last: string): Promise<void> {
  await fillIdentity(db)
  for (const paper of OLD_PAPERS) await insertPaper(db, dataDir, paper)
  await countShelves(db)
  await run(db, `update prices set rupees = 499, updated_at = '${CREATED}' where id = 'jee-mon'`)
  await run(db, 'update visit_count set value = 1234')
  // The search index as 0.1.0 to 0.3.0 had it; it is made again by whoever needs another one.
  if (last < '0008')
    await run(
      db,
      `create virtual table paper_search using fts5(words, filters, content = '', contentless_delete = 1)`,
    )
  if (last >= '0003') await fillAdmin(db, dataDir)
  if (last >= '0008') await fillReadings(db)
}

async function fillIdentity(db: Database) {
  const hash = await createArgon2id({ memory: 64, passes: 1, parallelism: 1 }).hash(ADMIN.password)
  await run(
    db,
    `insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt", "role", "banned")
      values ('priya', '${ADMIN.email}', '${ADMIN.email}', 0, '${CREATED}', '${CREATED}', 'admin', 0)`,
    `insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
      values ('a', 'priya', 'credential', 'priya', '${hash}', '${CREATED}', '${CREATED}')`,
    `insert into "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userAgent", "userId")
      values ('s', '2026-03-05T20:00:00.000Z', 't', '${CREATED}', '${CREATED}', 'Chrome on Android', 'priya')`,
  )
}

async function insertPaper(db: Database, dataDir: string, paper: OldPaper) {
  await storeFiles(db, dataDir, paper)
  await sql`insert into papers (serial, id, title, file_key, thumbnail_key, answers_key, reference_link, type, grade,
    subject, month, year, pages, views, is_sample, upload_id, created_at, updated_at)
    values (${sql.join([...fieldsOf(paper), 2, paper.views, 0, null, CREATED, CREATED])})`.execute(db)
}

function fieldsOf(paper: OldPaper) {
  const { serial, id, title, fileKey, thumbnailKey, answersKey, referenceLink } = paper
  const { type, grade, subject, month, year } = paper
  return [
    serial,
    id,
    title,
    fileKey,
    thumbnailKey,
    answersKey,
    referenceLink,
    type,
    grade,
    subject,
    month,
    year,
  ]
}

async function storeFiles(db: Database, dataDir: string, { fileKey, thumbnailKey, answersKey }: OldPaper) {
  for (const key of [fileKey, thumbnailKey, answersKey]) {
    if (!key) continue
    const bytes = key.endsWith('.pdf') ? Buffer.from(plainPdf({ text: key })) : PICTURE
    const path = join(dataDir, 'files', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    const type = key.endsWith('.pdf') ? 'application/pdf' : 'image/webp'
    await sql`insert into stored_files (full_path, bucket, generation, metageneration, name, size, time_created, updated,
      md5_hash, sha256, cache_control, content_disposition, content_encoding, content_language, content_type,
      custom_metadata) values (${key}, 'disk', 1, 1, ${key}, ${bytes.length}, ${CREATED}, ${CREATED}, 'md5', ${key}, '',
      'inline', '', '', ${type}, '{}')`.execute(db)
  }
}

async function countShelves(db: Database) {
  for (const year of ['year', '0'])
    await run(
      db,
      `insert into shelves (type, grade, subject, year, papers)
        select type, grade, subject, ${year}, count(*) from papers group by 1, 2, 3, 4`,
    )
}

/** What came with the admin area: bin, tray, journal, replaced files, sums by day, a second administrator with a factor. */
async function fillAdmin(db: Database, dataDir: string) {
  await storeFiles(db, dataDir, BINNED)
  await sql`insert into binned_papers (serial, id, title, file_key, thumbnail_key, answers_key, reference_link, type,
    grade, subject, month, year, pages, views, is_sample, upload_id, created_at, updated_at, version, thumbnail_given,
    binned_at, binned_by) values (${sql.join([...fieldsOf(BINNED), 2, BINNED.views, 0, null, CREATED, CREATED])}, 3, 0,
    '2026-03-01T09:00:00.000Z', ${ADMIN.email})`.execute(db)
  const tray = join(dataDir, 'tray/waits-for-its-fields')
  await mkdir(tray, { recursive: true, mode: 0o700 })
  await writeFile(join(tray, 'paper.pdf'), plainPdf(), { mode: 0o600 })
  await writeFile(join(tray, 'page-1.webp'), PICTURE, { mode: 0o600 })
  await run(
    db,
    `update stored_files set hidden = 1 where full_path in ('${BINNED.fileKey}', '${BINNED.thumbnailKey}')`,
    `update papers set version = 4, thumbnail_given = 1 where serial = 2`,
    `insert into former_files (full_path, paper_id, part) values ('12th-cbse/former_1-abcdefgh.pdf', 'paper-1', 'file')`,
    `insert into tray (upload_id, administrator_id, original_name, size, md5, sha256, pages, first_page, arrived_at)
      values ('waits-for-its-fields', 'priya', 'waits.pdf', ${plainPdf().length}, 'm', 's', 2, 'Class 12',
      '2026-03-04T09:00:00.000Z')`,
    `insert into journal (at, author_id, author, action, kind, subject_id, subject, before, after) values
      ('${CREATED}', 'priya', '${ADMIN.email}', 'published', 'paper', 'paper-1', 'Half-yearly physics', null, '{}'),
      ('${LAST_ENTRY}', 'priya', '${ADMIN.email}', 'changed', 'prices', 'jee-mon', 'JEE monthly', '{"rupees":399}',
        '{"rupees":499}')`,
    `insert into views_by_day (day, paper_id, views) values ('2026-03-01', '', 9), ('2026-03-01', 'paper-1', 9)`,
    `insert into visits_by_day (day, visits) values ('2026-03-01', 40)`,
    `insert into searches_without_hits (day, term, times) values ('2026-03-01', 'calculus of clouds', 3)`,
    `insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt", "role", "banned")
      values ('ravi', 'ravi@centre.example', 'ravi@centre.example', 0, '${CREATED}', '${CREATED}', 'admin', 1)`,
    `insert into second_factors (administrator_id, sealed_key, last_step, proven_at) values ('ravi', 'sealed', 1, '${CREATED}')`,
    `insert into recovery_codes (administrator_id, beginning, hash) values ('ravi', 'abcd', 'hash')`,
  )
}

/** One file was rendered and read, one could not be, the rest waits. */
async function fillReadings(db: Database) {
  const [read, failed] = OLD_PAPERS
  await run(
    db,
    `update readings set state = 'done', made_by = 'before', page_count = 2, images = '[]', updated_at = '${CREATED}'
      where file_key = '${read?.fileKey}'`,
    `insert into page_texts (file_key, page, text) values ('${read?.fileKey}', 2, 'A galvanometer of resistance')`,
    `update readings set state = 'failed', tries = 3, fault = 'broken' where file_key = '${failed?.fileKey}'`,
  )
}

async function run(db: Database, ...statements: string[]) {
  for (const statement of statements) await sql.raw(statement).execute(db.withoutPlugins())
}
