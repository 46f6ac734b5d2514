import { afterEach, expect, test } from 'vitest'
import { page, site, visitAdmin } from '../support/admin-session.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { giveFile, quarters } from '../support/site-pictures.ts'

visitAdmin()
afterEach(() => expect(page.errors).toEqual([]))

const open = async (group: string) => {
  await openSignedIn(page, site.origin, `/admin/site?group=${group}`)
  await publishButton().waitFor()
}
const publishButton = () => page.getByRole('button', { name: 'Publish changes' })
const published = () => page.getByText('Published: the whole site says so now').first().waitFor()
const dialog = () => page.getByRole('dialog')
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const PASTED = '.site-picture input[type=file]'

test('a logo is dropped, cropped by keys alone, seen in the preview, and on publishing is in the header', async () => {
  await open('colours')
  // What is wrong is said at the field, and what was chosen before stays.
  await giveFile(page, 'drop', '.site-picture', Buffer.alloc(0), 'empty.png', 'image/png')
  await page.getByText('This file is empty; choose another.').waitFor()
  const text = Buffer.from('<!doctype html><p>Not a picture')
  await giveFile(page, 'drop', '.site-picture', text, 'page.png', 'image/png')
  await page.getByText('This file is not a picture, whatever its name says.').waitFor()
  page.errors.length = 0

  await giveFile(page, 'drop', '.site-picture', await quarters(1200, 900), 'photo.jpg')
  await dialog().getByText('1024 × 1024 pixels of it are shown.').waitFor()
  await expect.poll(focused).toBe('The part that is shown')
  // Nearer, and the picture to the right and down.
  for (const key of ['+', '+', '+', '+', '+', '+', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect
    .poll(async () => Number.parseInt((await dialog().getByRole('status').textContent()) ?? '', 10))
    .toBeLessThan(900)
  const last = () => page.evaluate(() => document.activeElement?.textContent)
  for (let tab = 0; (await last()) !== 'Use this part'; tab++) {
    expect(tab).toBeLessThan(8)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'hidden' })
  await page.frameLocator('iframe').locator('.site-header img').waitFor({ state: 'attached' })
  expect(await (await site.fetch('/')).text()).not.toContain('site-pictures')

  await publishButton().click()
  await published()
  const header = page.locator('.site-header img')
  await header.waitFor()
  await expect
    .poll(() => header.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
})

test('pictures are pasted and go with their slide; after a lost connection they are sent again, and say what they show', async () => {
  await open('slides')
  const pictures = page.getByRole('group', { name: 'Picture', exact: true })
  const headings = page.getByLabel('Heading')
  const [, second = '', third = ''] = await headings.evaluateAll((all: HTMLInputElement[]) =>
    all.map((each) => each.value),
  )
  const count = await headings.count()
  // A slide that is taken away while its picture is sent takes the picture with it.
  await page.route('**/api/admin/uploads/**', () => {})
  await pictures.first().locator('input[type=file]').focus()
  await giveFile(page, 'paste', PASTED, await quarters(1200, 900), 'photo.jpg')
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/uploads/'))
  await page.getByRole('button', { name: 'Take slide 1 away' }).click()
  await cancelled
  await page.unroute('**/api/admin/uploads/**')
  expect([await headings.count(), await headings.first().inputValue()]).toEqual([count - 1, second])
  expect([await page.locator('.site-picture-shown > img').count(), await dialog().count()]).toEqual([0, 0])

  await pictures.first().locator('input[type=file]').focus()
  await page.route('**/api/admin/uploads/**', (route) => route.abort())
  await page.clock.install()
  await giveFile(page, 'paste', PASTED, await quarters(1200, 900), 'photo.jpg')
  await pictures.first().getByText('Trying again …').waitFor()
  // The slide is moved by keys meanwhile, and its picture and the focus with it: down it goes no farther.
  await page.getByRole('button', { name: 'Move slide 1 down' }).press('Enter')
  await expect.poll(focused).toBe('Move slide 2 up')
  expect(await headings.first().inputValue()).toBe(third)
  const field = pictures.nth(1)
  await field.getByText('Trying again …').waitFor()
  await page.clock.fastForward('11:00')
  await field.getByText('The connection was lost while the picture was sent.').waitFor()
  await page.unroute('**/api/admin/uploads/**')
  await field.getByRole('button', { name: 'Send it again' }).click()
  await dialog().getByText('1200 × 800 pixels of it are shown.').waitFor()
  // The refused tries, and that what had not arrived was asked for first, are written down by the browser.
  page.errors.length = 0
  await page.clock.resume()
  await dialog().getByRole('button', { name: 'Use this part' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await headings.nth(1).inputValue()).toBe(second)
  await page.locator('[data-part="1"] .site-picture-shown > img').waitFor()
  await publishButton().click()
  await page.getByText('Needs a few words for those who cannot see it.').waitFor()
  await page.keyboard.type('Students at a blackboard')
  const words = page.getByLabel('What the picture shows')
  await expect.poll(() => words.inputValue()).toBe('Students at a blackboard')
  await publishButton().click()
  await published()
  expect(await (await site.fetch('/')).text()).toContain('Students at a blackboard')
  await page.getByRole('button', { name: /^Take away/ }).click()
  await expect.poll(focused).toBe('Choose a picture: Picture')
})
