import type { App } from '#domain/app.ts'
import { findPublished } from '../lists/browse.server.ts'
import { findPages } from '../page-images/find-pages.server.ts'
import type { KeepablePaper } from './keepable-paper.ts'

/** Those of the papers that are there, in the order of the ids. */
export async function findKeepable(app: Pick<App, 'readDb'>, ids: string[]): Promise<KeepablePaper[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => findOne(app, id)))
  return found.filter((each) => each !== null)
}

async function findOne(app: Pick<App, 'readDb'>, id: string): Promise<KeepablePaper | null> {
  const paper = await findPublished(app, id)
  if (!paper) return null
  const { images, base, isDone } = await findPages(app, paper)
  return {
    paper,
    pages: images.map((image) => image && { width: image.width, height: image.height }),
    base,
    isDone,
    bytes: { pages: images.reduce((sum, image) => sum + (image?.bytes[720] ?? 0), 0), file: paper.size },
  }
}
