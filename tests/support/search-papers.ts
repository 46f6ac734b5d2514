import type { App } from '#domain/app.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { indexTexts } from '#domain/search/indexing/index-papers.server.ts'
import { publish, type Site, type UploadFields } from './site.ts'

export const ANSWER = 'https://answers.example/a'

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

/** Publishes the papers, in their order; returns them. */
export async function addSearchPapers(site: Site): Promise<Paper[]> {
  const admin = await site.signIn()
  const added: Paper[] = []
  for (const paper of PAPERS) added.push(await publish(site, admin, paper))
  return added
}

/** Keeps what a page of a paper says, as if it had been read from the file just now. */
export async function addText(app: App, paper: Paper | undefined, page: number, text: string) {
  const fileKey = decodeURIComponent(paper?.link.replace('/files/', '') ?? '')
  await app.db.transaction().execute(async (tx) => {
    await tx.insertInto('pageTexts').values({ fileKey, page, text }).execute()
    await indexTexts(tx, app, fileKey)
  })
}
