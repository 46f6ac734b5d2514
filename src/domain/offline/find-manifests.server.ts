import type { App } from '#domain/app.ts'
import { selectFile } from '../files/store.server.ts'
import { findPublished } from '../lists/browse.server.ts'
import { findPages } from '../page-images/find-pages.server.ts'
import { sizeOf } from '../page-images/page-image.ts'
import type { PublishedPaper } from '../paper/paper.ts'
import { answersOf, FILES, type PaperManifest } from './paper-manifest.ts'

/** Those of the papers that are there, in the order of the ids. */
export async function findManifests(app: Pick<App, 'readDb'>, ids: string[]): Promise<PaperManifest[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => findOne(app, id)))
  return found.filter((each) => each !== null)
}

async function findOne(app: Pick<App, 'readDb'>, id: string): Promise<PaperManifest | null> {
  const paper = await findPublished(app, id)
  if (!paper) return null
  const [{ images, base, isDone }, ofAnswers, answers] = await Promise.all([
    findPages(app, paper),
    findPages(app, paper, 'answersKey'),
    bytesOfAnswers(app, paper),
  ])
  const hasAnswerPages = ofAnswers.images.some(Boolean)
  return {
    paper,
    pages: images.map(sizeOf),
    base,
    isDone,
    answers: hasAnswerPages ? { pages: ofAnswers.images.map(sizeOf), base: ofAnswers.base } : null,
    bytes: {
      pages: images.reduce((sum, image) => sum + (image?.bytes[720] ?? 0), 0),
      file: paper.size,
      answers,
    },
  }
}

/** Of the file and of the pictures of its pages; 0 where there are none, or where they are on another site. */
export async function bytesOfAnswers(
  app: Pick<App, 'readDb'>,
  paper: Pick<PublishedPaper, 'id' | 'pages' | 'referenceLink'>,
): Promise<number> {
  const address = answersOf(paper)
  const file = address && (await selectFile(app.readDb, address.slice(FILES.length)))
  if (!file) return 0
  const { images } = await findPages(app, paper, 'answersKey')
  return images.reduce((sum, image) => sum + (image?.bytes[720] ?? 0), file.size)
}
