import type { Page } from 'playwright-core'
import { openSignedIn, untilAllIsRead } from './sign-in-page.ts'

/** The list of papers in the admin area with its rows, as a person finds it. */
export async function openAdminList(page: Page, origin: string, search = '') {
  await openSignedIn(page, origin, `/admin${search}`)
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  // What is in the place of the list while it is read has such a line, too.
  await list.locator('.list-body .count-line').waitFor()
  await untilAllIsRead(page)
  return list
}

/** The line of one paper in the list, by its title. */
export function rowOf(list: ReturnType<Page['getByRole']>, title: string) {
  return list
    .locator('.register > li')
    .filter({ has: list.page().getByRole('heading', { name: title, exact: true }) })
}

/** The titles that the list shows, from top to bottom. */
export async function titlesOf(list: ReturnType<Page['getByRole']>): Promise<string[]> {
  return await list.locator('.register > li h3').allTextContents()
}
