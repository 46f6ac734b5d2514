import type { Browser, Page } from 'playwright-core'
import type { Paper } from '#domain/paper/paper.ts'
import { openPage } from './chromium.ts'
import { plainPdf } from './made-pdfs.ts'
import { addQuestions, type MadeQuestion } from './made-questions.ts'
import { setToNoon } from './noon-clock.ts'
import { noteRendered, renderPages } from './rendered-pages.ts'
import { publish, type SignedIn, type Site } from './site.ts'
import { addTexts } from './texts.ts'
import { untilRendered } from './until-rendered.ts'

export type Phone = Page & { errors: string[] }

export const OPTIONS = '(A) sound (B) light (C) water (D) none'

const QUESTIONS: MadeQuestion[] = [
  { text: `Which is a wave? ${OPTIONS}`, marks: 1 },
  { text: `Which is none? ${OPTIONS}`, marks: 1 },
  { text: 'Show that the matrix is skew symmetric.', marks: 5 },
]

/** A paper of two pages with pictures, three hours and these questions; `isRendered` where the site renders and reads it itself. */
export async function addSatPaper(
  site: Site,
  admin: SignedIn,
  title: string,
  { questions = QUESTIONS, isRendered = false } = {},
): Promise<Paper> {
  const text = `${title}. Time allowed : 3 hours`
  const paper = await publish(site, admin, { title }, plainPdf({ text, pages: 2 }))
  if (isRendered) await untilRendered(site)
  else {
    await noteRendered(site, paper.id, { rendered: 2 })
    await addTexts(site, paper, [text, text])
  }
  await addQuestions(site, [paper, questions])
  return paper
}

/** On which no day ends while a test runs. */
export async function openPhone(browser: Browser): Promise<Phone> {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await setToNoon(page)
  await renderPages(page)
  return page
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function beginAt(page: Page, address: string) {
  await page.goto(address)
  await button(page, 'Begin').click()
  await page.getByRole('timer').waitFor()
}

export async function putPensDown(page: Page) {
  await button(page, 'Finish').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Finished' }).waitFor()
}
