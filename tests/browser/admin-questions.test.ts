import { expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import { saveQuestions } from '#domain/questions/questions.server.ts'
import { openAdminList, rowOf } from '../support/admin-page.ts'
import { admin, page, site, visitAdmin } from '../support/admin-session.ts'
import { noteRendered, renderPages } from '../support/rendered-pages.ts'
import { publish } from '../support/site.ts'

visitAdmin()

/** On page 1, so near that no gap may be a figure's, of a paper that says that it has four. */
const LINES = [
  [100, 60, 600, 30, 'This question paper contains 4 questions.'],
  [100, 200, 900, 30, '1. Prove that the diagonals of a rhombus are perpendicular.'],
  [100, 340, 900, 30, '2. Find the area of a sector of a circle of radius seven.'],
  [130, 440, 870, 30, 'Leave the number of the circle in the answer.'],
  [100, 600, 900, 30, '3. State and prove the theorem of Thales.'],
]

async function findIn(id: string) {
  await noteRendered(site, id, { pages: 2, rendered: 2 })
  await site.app.db.transaction().execute(async (tx) => {
    const { fileKey } = await tx
      .selectFrom('papers')
      .select('fileKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pageLines')
      .values({ fileKey, page: 1, lines: JSON.stringify(LINES) })
      .execute()
    await saveQuestions(tx, fileKey)
  })
}

test('the admin area corrects questions by keys, by dragging and by presses; a reload loses nothing, and visitors see what is saved', async () => {
  const paper = await publish(site, admin, { title: 'Three of four' })
  await findIn(paper.id)
  await renderPages(page)
  const list = await openAdminList(page, site.origin, '?show=questions')
  const row = rowOf(list, 'Three of four')
  await row.getByText('The paper says it has 4 questions; 3 were found.').waitFor()
  await row.getByRole('link', { name: 'Look at them: the questions of Three of four' }).click()
  await page.getByText('3 questions. The paper says it has 4 questions').waitFor()

  const begins = page.getByRole('slider', { name: 'Where question 2 begins' })
  const placeOf = async () => Number(await begins.getAttribute('aria-valuenow'))
  await page.getByLabel('Number').nth(1).click()
  const first = await placeOf()
  await begins.press('ArrowUp')
  await begins.press('Shift+ArrowUp')
  expect(await placeOf()).toBe(first - 44)
  const undo = page.getByRole('button', { name: 'Undo' })
  await begins.press('Control+z')
  expect(await placeOf()).toBe(first)
  expect(await undo.count(), 'nothing is left to undo').toBe(0)

  const right = page.getByRole('slider', { name: 'The right side of question 2' })
  const side = Number(await right.getAttribute('aria-valuenow'))
  await right.press('ArrowLeft')
  expect(await right.getAttribute('aria-valuenow')).toBe(String(side - 4))
  await right.press('Control+z')

  const grip = await begins.locator('span').boundingBox()
  const sheet = await page.locator('.question-page').boundingBox()
  if (!grip || !sheet) throw new Error('The page is not shown')
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 20)
  await page.mouse.move(x, y - (60 / 1440) * sheet.width)
  await page.mouse.up()
  expect(await placeOf()).toBeCloseTo(first - 60, -1)

  await page.getByLabel('Marks').first().fill('5')
  await page.mouse.click(sheet.x + sheet.width / 2, sheet.y + (535 / 1440) * sheet.width)
  await page.getByRole('button', { name: 'New question here' }).click()
  const numbers = () =>
    page.getByLabel('Number').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(await numbers()).toEqual(['1', '2', '3', '3'])
  await page.getByRole('button', { name: 'Remove question 3' }).last().click()
  await page.getByLabel('Number').nth(2).fill('x')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“x” cannot be the number of a question').waitFor()
  await page.getByLabel('Number').nth(2).fill('4')

  await page.reload()
  await page.getByText('Not saved yet.').waitFor()
  expect(await numbers()).toEqual(['1', '2', '4'])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.toast', { hasText: 'Questions saved' }).waitFor()
  const answer = await site.fetch(`/api/papers/${paper.id}/questions`)
  const { questions } = await answer.json()
  expect(questions).toMatchObject([
    { number: '1', marks: 5, text: expect.stringContaining('rhombus') },
    { number: '2', text: expect.stringContaining('sector') },
    { number: '4', text: '' },
  ])
  await page.goto(site.origin + paperPath(paper))
  await page.locator('g#q4').waitFor({ state: 'attached' })
  await openAdminList(page, site.origin, '?show=questions')
  await page.getByText('No questions need a look.').waitFor()
})
