import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { plainPdf } from './made-pdfs.ts'
import { openSignedIn } from './sign-in-page.ts'
import type { ADMIN } from './site.ts'

const SUBJECTS = ['Mathematics', 'Science', 'English', 'Tamil', 'Social Science']
const GRADES = ['VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

export type MadeFile = { name: string; bytes: Buffer }

/** Papers whose names say all that is to be known of them, no two alike: at most thirty-five. */
export function madePapers(count: number, from = 0): MadeFile[] {
  return Array.from({ length: count }, (_, at) => {
    const nth = at + from
    const subject = SUBJECTS[nth % SUBJECTS.length] ?? ''
    const grade = GRADES[Math.floor(nth / SUBJECTS.length) % GRADES.length] ?? ''
    const name = `CBSE Class ${grade} ${subject} March ${2001 + (nth % 20)}.pdf`
    return { name, bytes: plainPdf({ text: `Question paper number ${nth}` }) }
  })
}

/** Writes files into a new folder, those with a slash in their name into folders within it; returns its path. */
export async function folderOf(files: MadeFile[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'thervu-drop-'))
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  return folder
}

/** Signs in and goes to Many files. */
export async function openManyFiles(page: Page, origin: string, account?: typeof ADMIN): Promise<void> {
  await openSignedIn(page, origin, '/admin/upload', account)
  await page.getByRole('heading', { name: 'Many files' }).waitFor()
}

/** Drops files or folders of this machine onto the middle of the page, as a hand does: once the page says that they may. */
export async function drop(page: Page, paths: string[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 }
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  const isSaid = () =>
    page
      .locator('.inbox-over')
      .waitFor({ timeout: 1_000 })
      .then(
        () => true,
        () => false,
      )
  // What is dragged in before the page listens is not heard of, and comes in again.
  for (let comes = true; comes; comes = !(await isSaid())) {
    await drag('dragCancel')
    await drag('dragEnter')
    await drag('dragOver')
  }
  await drag('drop')
  await client.detach()
}

/** Chooses files by the button for them. */
export async function pick(page: Page, files: MadeFile[]): Promise<void> {
  await page
    .getByLabel('PDF files', { exact: true })
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: bytes })))
}

/** The row of a file, as a group of fields. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('group', { name, exact: true })
}

/** A field of a row; a choice fills itself when it is looked at. */
export async function choose(page: Page, row: string, field: string, value: string): Promise<void> {
  const choice = rowOf(page, row).getByLabel(field, { exact: true })
  await choice.focus()
  await choice.selectOption(value)
}

/** Less than a test has, which would end without a word of the rows. */
const ROWS_WAIT_MS = 90_000

/** Waits until so many rows are in this state; says what all of them are where that never comes. */
export async function waitForRows(page: Page, state: string, count: number): Promise<void> {
  const areThere = page.waitForFunction(
    ([state, count]) => document.querySelectorAll(`[data-row][data-state="${state}"]`).length === count,
    [state, count] as const,
    { timeout: ROWS_WAIT_MS },
  )
  await areThere.catch(async (error) => {
    const rows = await page
      .locator('[data-row]')
      .evaluateAll((all) => all.map((row) => `${row.getAttribute('data-state')}: ${row.textContent}`))
    const dialogs = await page.getByRole('dialog').allInnerTexts()
    throw new Error(`${count} rows never were ${state}, but: ${JSON.stringify([...rows, ...dialogs])}`, {
      cause: error,
    })
  })
}
