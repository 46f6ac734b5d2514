import type { Paper } from '#domain/paper/paper.ts'
import { indexTexts } from '#domain/search/indexing/index-papers.server.ts'
import type { Site } from './site.ts'

/** Gives a published paper the texts of its pages, as if they had been read from its file. */
export async function addTexts(site: Site, paper: Pick<Paper, 'link'>, pages: string[]): Promise<void> {
  const fileKey = paper.link.slice('/files/'.length)
  await site.app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('pageTexts').where('fileKey', '=', fileKey).execute()
    for (const [at, text] of pages.entries()) {
      await tx
        .insertInto('pageTexts')
        .values({ fileKey, page: at + 1, text })
        .execute()
    }
    await indexTexts(tx, site.app, fileKey)
  })
}
