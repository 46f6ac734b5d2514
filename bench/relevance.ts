import type { Database } from '#database/schema.ts'
import { toFileRow } from '#domain/files/store.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { openEmptyApp } from './support/empty-app.ts'
import { type JudgedPaper, judgedPapers } from './support/judged-papers.ts'
import { type JudgedSearch, judgedSearches } from './support/judged-searches.ts'
import { onEachEngine } from './support/on-each-engine.ts'
import { figure, printTable } from './support/table.ts'

/** How often judged searches (judged-searches.txt) rank a right paper first, and among the first three. */
await onEachEngine(async (engine, newEnv) => {
  const { app, end } = await openEmptyApp({ FILES_URL: 'memory:', ...(await newEnv()) })
  try {
    const papers = judgedPapers()
    await app.db.transaction().execute(async (tx) => {
      for (const [at, paper] of papers.entries()) await insert(tx, paper, at)
    })
    await reindexPapers(app)
    const known = new Map(papers.map((paper, at) => [`paper-${at}`, paper]))
    const rows: string[][] = []
    const missed: string[][] = []
    const all = { asked: 0, first: 0, third: 0 }
    for (const [kind, queries] of judgedSearches()) {
      const of = { asked: queries.length, first: 0, third: 0 }
      for (const query of queries) {
        const [q] = query
        if (!papers.some((paper) => isRight(paper, query))) throw new Error(`No paper is right for "${q}".`)
        const found = (await findPapers(app, { q, filter: {}, page: 1, size: 3 })).papers
        const rights = found.map(({ id }) => isRight(known.get(id) as JudgedPaper, query))
        if (rights[0]) of.first++
        if (rights.includes(true)) of.third++
        if (!rights[0]) missed.push([q, rights.includes(true) ? '3' : '–', found[0]?.title ?? 'nothing'])
      }
      for (const key of ['asked', 'first', 'third'] as const) all[key] += of[key]
      rows.push(rowOf(kind, of))
    }
    printTable(
      `${engine}: ${papers.length} papers, ${all.asked} searches`,
      ['kind', 'searches', 'right first', 'right among three'],
      [...rows, rowOf('all', all)],
    )
    if (missed.length > 0) printTable('Not first', ['search', 'among', 'came first'], missed)
  } finally {
    await end()
  }
})

function rowOf(kind: string, { asked, first, third }: { asked: number; first: number; third: number }) {
  return [kind, String(asked), `${figure((100 * first) / asked)} %`, `${figure((100 * third) / asked)} %`]
}

function isRight(paper: JudgedPaper, [, ...rights]: JudgedSearch) {
  return rights.some(({ title, variant, inside, ...fields }) => {
    const names = Object.keys(fields) as (keyof typeof fields)[]
    if (!names.every((name) => fields[name] === paper[name])) return false
    if (title && !title.test(paper.title)) return false
    if (typeof variant === 'string' && variant !== paper.variant) return false
    if (variant instanceof RegExp && !variant.test(paper.variant ?? '')) return false
    return !inside || (paper.pages ?? []).some((page) => inside.test(page))
  })
}

async function insert(tx: Database, paper: JudgedPaper, at: number) {
  const { pages = [], answered, ...fields } = paper
  const fileKey = `judged/${at}.pdf`
  const time = '2026-01-01T00:00:00.000Z'
  const file = describeStoredFile({
    bucket: 'memory',
    fullPath: fileKey,
    size: 100_000,
    contentType: 'application/pdf',
    md5Hash: 'XUFAKrxLKna5cZ2REBfFkg==',
    sha256: '0'.repeat(64),
    downloadName: paper.title,
    storedAt: new Date(time),
  })
  await tx.insertInto('storedFiles').values(toFileRow(file)).execute()
  await tx
    .insertInto('papers')
    .values({
      ...fields,
      id: `paper-${at}`,
      fileKey,
      thumbnailKey: null,
      answersKey: null,
      referenceLink: answered ? 'https://answers.example.in/' : null,
      pages: Math.max(1, pages.length),
      isSample: 0,
      uploadId: null,
      createdAt: time,
      updatedAt: time,
    })
    .execute()
  for (const [nth, text] of pages.entries()) {
    await tx
      .insertInto('pageTexts')
      .values({ fileKey, page: nth + 1, text })
      .execute()
  }
}
