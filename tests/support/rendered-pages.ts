import type { Page } from 'playwright-core'
import { renewContent } from '#domain/content-version.server.ts'
import type { PageImage } from '#domain/page-images/page-image.ts'
import type { Site } from './site.ts'

type Rendered = {
  pages?: number
  rendered: number
  without?: number[]
  wide?: number[]
  /** Sheets with two pages next to each other. */
  spread?: number[]
  state?: 'waiting' | 'done' | 'failed'
}

const IMAGE: PageImage = { width: 1440, height: 2036, bytes: { 720: 1, 1440: 1 } }
const WIDE: PageImage = { ...IMAGE, height: 1018 }
const SPREAD: PageImage = { ...WIDE, isSpread: true }

/** Notes the first pages of a paper as rendered, as the pipeline does; the pictures themselves come from `renderPages`. */
export async function noteRendered(
  site: Site,
  paper: string,
  { pages, rendered, without = [], wide = [], spread = [], state = 'done' }: Rendered,
) {
  const { db } = site.app
  const { fileKey } = await db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', paper)
    .executeTakeFirstOrThrow()
  const images = Array.from({ length: rendered }, (_, at) => {
    if (without.includes(at + 1)) return null
    if (spread.includes(at + 1)) return SPREAD
    return wide.includes(at + 1) ? WIDE : IMAGE
  })
  await db
    .updateTable('drawingJobs')
    .set({
      state,
      images: JSON.stringify(images),
      pageCount: pages ?? rendered,
      textCount: pages ?? rendered,
    })
    .where('fileKey', '=', fileKey)
    .execute()
  // Unlike pages that are really rendered: seen by the very next request.
  await renewContent(db)
}

/**
 * Renders the pages that the browser asks for, each with its number, and pictures of questions; returns the names asked for:
 * "3-720". The site would find no pictures to cut questions from, and forget that these pages were rendered.
 */
export async function renderPages(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/\/pages\/\w+\/\d+-\d+\.webp$/, async (route) => {
    const name = /(\d+)-\d+(?=\.webp$)/.exec(route.request().url())
    asked.push(name?.[0] ?? '')
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="2036"><rect width="100%" height="100%" fill="#fff"/><text x="300" y="900" font-size="700">${name?.[1]}</text></svg>`
    await route.fulfill({ contentType: 'image/svg+xml', body })
  })
  await page.route(/\/questions\/q[\w.-]+\/picture\?/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  return asked
}
