import type { App } from '#domain/app.ts'
import { renewContent } from '#domain/content-version.server.ts'
import { type Degree, findDegree, MONTHS, type Month, type Paper } from '#domain/paper/paper.ts'
import { indexTexts } from '#domain/search/indexing/index-papers.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { FIELDS, publish, type Site, type UploadFields } from './site.ts'

const ANSWER = 'https://answers.example/a'

/** Papers of several boards, subjects and scripts, for pages on which something is looked for. */
const PAPERS: UploadFields[] = [
  { title: 'Physics board paper, Set 2', subject: 'Physics', month: 'March', year: '2019' },
  { title: 'Physics board paper, Set 1', subject: 'Physics', month: 'March', year: '2018' },
  { title: 'Coordinate geometry: parabola', month: 'July', year: '2021' },
  {
    title: 'Half-yearly common paper',
    degree: '12th-state',
    month: 'December',
    year: '2022',
    referenceLink: ANSWER,
  },
  { title: 'பொதுத் தேர்வு: தமிழ்', degree: '10th-state', subject: 'Tamil', month: 'April', year: '2023' },
  {
    title: 'Model paper with key',
    degree: 'neet',
    subject: 'Biology',
    month: 'May',
    year: '2023',
    referenceLink: ANSWER,
  },
  { title: 'Revision paper', degree: 'neet', subject: 'Biology', month: 'May', year: '2024' },
  { title: 'மாதிரி வினாத்தாள்: கணிதம்', degree: '10th-state', month: 'January', year: '2025' },
  {
    title: 'Quarterly paper: light and heat',
    degree: '9th-cbse',
    subject: 'Science',
    month: 'September',
    year: '2024',
  },
  ...Array.from({ length: 9 }, (_, at) => ({
    title: `Unit paper ${at + 1}`,
    degree: '8th-cbse',
    subject: 'English',
    month: 'August',
    year: String(2010 + at),
  })),
]

/** Publishes the first of the papers, which has a file, and adds the others as rows like it; returns the first. */
export async function addSearchPapers(site: Site): Promise<Paper> {
  const { db } = site.app
  const [first, ...others] = PAPERS
  const published = await publish(site, await site.signIn(), first)
  const row = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', '=', published.id)
    .executeTakeFirstOrThrow()
  const { serial, position, answered, folded, foldedAnswered, ...paper } = row
  const stored = db.selectFrom('storedFiles').selectAll().where('fullPath', '=', row.fileKey)
  const file = await stored.executeTakeFirstOrThrow()
  const rows = others.map((given, at) => {
    const fields = { ...FIELDS, ...given }
    const { type, grade } = findDegree(String(fields.degree)) as Degree
    return {
      ...{ ...paper, id: `other${at}`, fileKey: `others/${at}.pdf`, thumbnailKey: null, uploadId: null },
      ...{ title: String(fields.title), subject: String(fields.subject), type, grade },
      ...{ month: MONTHS.indexOf(fields.month as Month) + 1, year: Number(fields.year) },
      ...{ referenceLink: fields.referenceLink || null, exam: '', examSet: '', variant: '' },
    }
  })
  await db.transaction().execute(async (tx) => {
    const files = rows.map(({ fileKey }) => ({ ...file, fullPath: fileKey }))
    await tx.insertInto('storedFiles').values(files).execute()
    await tx.insertInto('papers').values(rows).execute()
  })
  await reindexPapers(site.app)
  await renewContent(db)
  return published
}

/** Keeps what a page of a paper says, as if it had been read from the file just now. */
export async function addText(app: App, paper: Paper, page: number, text: string) {
  const fileKey = decodeURIComponent(paper.link.replace('/files/', ''))
  await app.db.transaction().execute(async (tx) => {
    await tx.insertInto('pageTexts').values({ fileKey, page, text }).execute()
    await indexTexts(tx, app, fileKey)
  })
}
