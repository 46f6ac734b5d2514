import { DatabaseSync } from 'node:sqlite'
import type { Database } from '#database/schema.ts'
import { toFileRow } from '#domain/files/store.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { ALL_SUBJECTS, DEGREES, PREVIOUS_YEARS, SUBJECTS } from '#domain/paper/paper.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import type { SearchIndex } from '#domain/search/search-index.ts'
import type { DatabaseSettings } from '#server/settings/database-settings.ts'
import { insertRows, type SharedDatabase } from './insert-rows.ts'
import { madeName, madeTexts } from './made-words.ts'
import { createRandom } from './random.ts'

const RARE_EVERY = 20_000

const OPENINGS = [
  'Question paper',
  'Model question paper',
  'Half-yearly examination',
  'Quarterly examination',
  'Annual examination',
  'Public examination',
  'Revision test',
  'Unit test',
  'Practice paper',
  'Sample paper with answers',
  'Previous year question paper',
  'First mid-term test',
]
const TOPICS = [
  ...['algebra', 'matrices and vectors', 'trigonometry', 'probability', 'integral calculus', 'geometry'],
  ...['mensuration', 'complex numbers', 'electrostatics', 'optics', 'thermodynamics', 'organic chemistry'],
  ...['chemical bonding', 'human physiology', 'genetics', 'plant kingdom', 'grammar', 'prose and poetry'],
  ...['letter writing', 'the freedom struggle', 'maps and resources', 'civics', 'ledgers and journals'],
  ...['national income', 'partnership accounts', 'sets and functions', 'databases', 'Python basics'],
]
const TAMIL = [
  'கணிதம் வினாத்தாள்',
  'இயற்பியல் மாதிரி வினாத்தாள்',
  'தமிழ் அரையாண்டுத் தேர்வு',
  'வேதியியல் முழுத் தேர்வு',
  'கணிதம் காலாண்டுத் தேர்வு',
  'சமூக அறிவியல் திருப்புதல் தேர்வு',
]
const PLACES = ['Chennai', 'Madurai', 'Salem', 'Coimbatore', 'Tirunelveli', 'Vellore', 'Erode', 'Thanjavur']
const STEP = 20_000

type Filled = { ids: string[]; indexMs: number; indexBytes: number }

/** The same papers in every run, every third with a page of about 2,000 characters if `texts`. Returns some ids. */
export async function fillCatalogue(
  settings: DatabaseSettings,
  app: { db: Database; search: SearchIndex },
  papers: number,
  { texts = false } = {},
): Promise<Filled> {
  if (settings.kind === 'postgres') return await fillShared(settings, app, papers, texts)
  const sqlite = new DatabaseSync(settings.path)
  sqlite.exec('pragma synchronous = off; pragma cache_size = -1000000; pragma foreign_keys = off')
  const indexes = sqlite
    .prepare(`select name, sql from sqlite_master where type = 'index' and sql is not null`)
    .all()
  for (const { name } of indexes) sqlite.exec(`drop index ${name}`)
  insertPapers(sqlite, papers, texts)
  for (const { sql } of indexes) sqlite.exec(String(sql))
  const ids = sqlite
    .prepare('select id from papers where serial % ? = 0 order by serial limit 1000')
    .all(Math.max(1, Math.floor(papers / 1000)))
    .map((row) => String(row.id))
  sqlite.exec('pragma wal_checkpoint(truncate)')
  const before = bytesOf(sqlite)
  const begun = performance.now()
  await reindexPapers(app)
  const indexMs = performance.now() - begun
  const indexBytes = bytesOf(sqlite) - before
  sqlite.close()
  return { ids, indexMs, indexBytes }
}

async function fillShared(
  settings: SharedDatabase,
  app: { db: Database; search: SearchIndex },
  papers: number,
  texts: boolean,
): Promise<Filled> {
  await insertRows(settings, madeRows(papers, texts), STEP / 10)
  const begun = performance.now()
  await reindexPapers(app)
  const indexMs = performance.now() - begun
  const step = Math.max(1, Math.floor(papers / 1000))
  const rows = await app.db.selectFrom('papers').select(['id', 'serial']).orderBy('serial').execute()
  const ids = rows.flatMap(({ id, serial }) => (serial % step === 0 ? [id] : [])).slice(0, 1_000)
  return { ids, indexMs, indexBytes: 0 }
}

function* madeRows(papers: number, texts: boolean) {
  const random = createRandom(papers)
  const textOf = madeTexts(papers)
  paperRow(random, 1)
  for (let serial = 1; serial <= papers; serial++) {
    const paper = paperRow(random, serial)
    const files = [
      fileRow(paper.fileKey, 80_000 + Math.floor(random() * 2_000_000), paper.title),
      fileRow(paper.thumbnailKey, 8_000 + Math.floor(random() * 20_000), paper.title),
    ]
    yield { paper, files, text: texts && serial % 3 === 0 ? textOf() : null }
  }
}

function bytesOf(sqlite: DatabaseSync) {
  const used = 'select (page_count - freelist_count) * page_size as bytes'
  const from = 'from pragma_page_count(), pragma_freelist_count(), pragma_page_size()'
  return Number(sqlite.prepare(`${used} ${from}`).get()?.bytes)
}

function insertPapers(sqlite: DatabaseSync, papers: number, texts: boolean) {
  const insertPaper = prepareInsert(sqlite, 'papers', paperRow(createRandom(papers), 1))
  const insertFile = prepareInsert(sqlite, 'stored_files', fileRow('a/b.pdf', 1, 'pdf'))
  const insertText = sqlite.prepare('insert into page_texts (file_key, page, text) values (?, 1, ?)')
  sqlite.exec('begin')
  let inserted = 0
  for (const { paper, files, text } of madeRows(papers, texts)) {
    for (const file of files) insertFile(file)
    insertPaper(paper)
    if (text !== null) insertText.run(paper.fileKey, text)
    if (++inserted % STEP === 0) sqlite.exec('commit; begin')
  }
  sqlite.exec('commit')
}

function prepareInsert<Row extends object>(sqlite: DatabaseSync, table: string, example: Row) {
  const names = Object.keys(example)
  const columns = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const statement = sqlite.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  return (row: Row) => statement.run(...(Object.values(row) as (string | number | null)[]))
}

function paperRow(random: () => number, serial: number) {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const degree = pick(DEGREES)
  const subject = degree.grade === PREVIOUS_YEARS && random() < 0.3 ? ALL_SUBJECTS : pick(SUBJECTS)
  const [year, month] = [1990 + Math.floor(random() * 37), 1 + Math.floor(random() * 12)]
  const name = `${serial.toString(32).padStart(6, '2')}-${Math.floor(random() * 2 ** 30).toString(32)}`
  const time = new Date(Date.UTC(2026, 0, 1) + serial * 1000).toISOString()
  return {
    id: Math.floor(random() * 2 ** 52).toString(36) + serial.toString(36),
    title: titleOf(random, pick, serial, year),
    fileKey: `${degree.slug}/paper_${time.replace(/[-:.]/g, '')}-${name}.pdf`,
    thumbnailKey: `thumbnail/paper_${time.replace(/[-:.]/g, '')}-${name}.webp`,
    answersKey: null,
    referenceLink: random() < 0.4 ? `https://answers.example.in/${serial}` : null,
    type: degree.type,
    grade: degree.grade,
    subject,
    month,
    year,
    pages: 1 + Math.floor(random() * 24),
    views: Math.floor(random() * 5_000),
    isSample: 0,
    uploadId: null,
    createdAt: time,
    updatedAt: time,
  }
}

function titleOf(
  random: () => number,
  pick: <Value>(values: readonly Value[]) => Value,
  serial: number,
  year: number,
) {
  const rare = serial % RARE_EVERY === 7 ? ' · Ramanujan prize' : ''
  if (random() < 0.15) return `${pick(TAMIL)} ${year}${rare}`
  const school = random() < 0.3 ? `, ${madeName(random)} school` : ''
  const place = random() < 0.5 ? `, ${pick(PLACES)}` : ''
  const set = random() < 0.3 ? `, set ${1 + Math.floor(random() * 4)}` : ''
  return `${pick(OPENINGS)}: ${pick(TOPICS)}${school}${place}${set}${rare}`
}

function fileRow(key: string, size: number, title: string) {
  const file = describeStoredFile({
    bucket: 'disk',
    fullPath: key,
    size,
    md5Hash: 'XUFAKrxLKna5cZ2REBfFkg==',
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    contentType: key.endsWith('.pdf') ? 'application/pdf' : 'image/webp',
    downloadName: title,
    storedAt: new Date(Date.UTC(2026, 0, 1)),
  })
  return toFileRow(file)
}
