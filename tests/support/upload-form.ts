import type { Page } from 'playwright-core'
import { plainPdf } from './made-pdfs.ts'

/** Fills all that the Upload PDF form needs of a paper of class 12. */
export async function fillUploadForm(page: Page, title = 'A paper') {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('PDF file').focus()
  await field('Title').fill(title)
  await field('Degree').selectOption('12th CBSE')
  await field('Subject').selectOption('Physics')
  await field('Month').selectOption('March')
  await field('Year').selectOption('2024')
  await page
    .getByLabel('PDF file')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(plainPdf()) })
}
