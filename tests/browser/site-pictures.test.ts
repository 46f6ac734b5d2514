import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import type { PictureUse } from '#domain/centre/pictures/site-picture.ts'
import { axeFaults } from '../support/axe.ts'
import { gotoWithFonts, openPage } from '../support/chromium.ts'
import { admin, browser, page, site, visitDesk } from '../support/desk-session.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { giveFile, picturesOf, quarters } from '../support/site-pictures.ts'

visitDesk()
afterEach(() => expect(page.errors).toEqual([]))

const textOf = async (path: string) => await (await site.fetch(path)).text()
const open = async (group: string) => {
  await openSignedIn(page, site.origin, `/admin/site?group=${group}`)
  await page.getByRole('button', { name: 'Publish changes' }).waitFor()
}
const dialog = (on: Page = page) => on.getByRole('dialog')
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

test('a logo is dropped, cropped by keys alone, seen in the preview, and on publishing stands on every page and icon', async () => {
  await open('colours')
  const photo = await quarters(1200, 900)
  // What is wrong is said at the field, and what was chosen before stays.
  await giveFile(page, 'drop', '.site-picture', Buffer.alloc(0), 'empty.png', 'image/png')
  await page.getByText('This file is empty; choose another.').waitFor()
  await giveFile(
    page,
    'drop',
    '.site-picture',
    Buffer.from('<!doctype html><p>Not a picture'),
    'page.png',
    'image/png',
  )
  await page.getByText('This file is not a picture, whatever its name says.').waitFor()
  page.errors.length = 0

  await giveFile(page, 'drop', '.site-picture', photo, 'photo.jpg')
  await dialog().getByText('1024 × 1024 pixels of it are shown.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await expect.poll(focused).toBe('The part that is shown')
  // To the upper left quarter: twice as near, and the picture to the right and down.
  for (let press = 0; press < 20; press++) await page.keyboard.press('+')
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('ArrowRight')
    if (press < 60) await page.keyboard.press('ArrowDown')
  }
  await expect
    .poll(async () => Number.parseInt((await dialog().getByRole('status').textContent()) ?? '', 10))
    .toBeLessThan(400)
  for (
    let tab = 0;
    (await page.evaluate(() => document.activeElement?.textContent)) !== 'Use this part';
    tab++
  ) {
    expect(tab).toBeLessThan(8)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'hidden' })
  const preview = page.frameLocator('iframe')
  await preview.locator('.site-header img').waitFor({ state: 'attached' })
  expect(await textOf('/')).not.toContain('site-pictures')

  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Published: the whole site says so now').first().waitFor()
  const header = page.locator('.site-header img')
  await header.waitFor()
  expect(await header.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(
    true,
  )
  const home = await textOf('/')
  const mark = /favicon\.svg(\?v=[0-9a-f]{8})"/.exec(home)?.[1] ?? 'none'
  expect(home).toContain('/files/site-pictures/')
  expect(await textOf('/manifest.webmanifest')).toContain(`/icon-512.png${mark}`)
  expect(await textOf('/feed.xml')).toContain(`/favicon.ico${mark}`)
  const icon = Buffer.from(await (await site.fetch(`/icon-512.png${mark}`)).arrayBuffer())
  const { data } = await sharp(icon)
    .extract({ left: 256, top: 256, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data].map((value) => Math.round(value / 64) * 64)).toEqual([192, 64, 64])
})

test('pictures are pasted and sent again after a lost line without being chosen again; a slide’s must say what it shows', async () => {
  await open('slides')
  const pictures = page.getByRole('group', { name: 'Picture', exact: true })
  let field = pictures.first()
  await field.locator('input[type=file]').focus()
  await page.route('**/api/admin/uploads/**', (route) => route.abort())
  await page.clock.install()
  await giveFile(page, 'paste', '.site-picture input[type=file]', await quarters(1200, 900), 'photo.jpg')
  await field.getByText('Trying again …').waitFor()
  // The slide is moved meanwhile, and its picture with it.
  await page.getByRole('button', { name: 'Move slide 1 down' }).click()
  field = pictures.nth(1)
  await field.getByText('Trying again …').waitFor()
  await page.clock.fastForward('11:00')
  await field.getByText('The connection was lost while the picture was sent.').waitFor()
  await page.unroute('**/api/admin/uploads/**')
  page.errors.length = 0
  await field.getByRole('button', { name: 'Send it again' }).click()
  await dialog().getByText('1200 × 800 pixels of it are shown.').waitFor()
  // What had not arrived is asked for first.
  page.errors.length = 0
  await page.clock.resume()
  await dialog().getByRole('button', { name: 'Use this part' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Heading').nth(1).inputValue()).toBe('Papers, free to open')
  await page.locator('[data-part="1"] .site-picture-shown > img').waitFor()
  await page.getByRole('button', { name: 'Move slide 2 up' }).click()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Needs a few words for those who cannot see it.').waitFor()
  await page.keyboard.type('Students at a blackboard')
  await expect
    .poll(() => page.getByLabel('What the picture shows').inputValue())
    .toBe('Students at a blackboard')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Published: the whole site says so now').first().waitFor()

  const visitor = await openPage(browser, { viewport: { width: 360, height: 740 }, isNew: true })
  await visitor.goto(`${site.origin}/practice`)
  const slide = visitor.getByRole('img', { name: 'Students at a blackboard' })
  await slide.waitFor()
  await expect
    .poll(() => slide.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-(360|720)\.avif$/)
  expect(await axeFaults(visitor)).toEqual([])
  await visitor.context().close()

  await page.getByRole('button', { name: /^Take away/ }).click()
  expect(await focused()).toBe('Choose a picture: Picture')
  expect(await page.getByLabel('Drawing').first().inputValue()).toBe('papers')
})

test('a slide that is taken away while its picture is sent takes the picture with it', async () => {
  await open('slides')
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/admin/uploads/**', async (route) => {
    await isLet
    await route.continue().catch(() => undefined)
  })
  const headings = page.getByLabel('Heading')
  const [, second = ''] = await headings.evaluateAll((all: HTMLInputElement[]) =>
    all.map((each) => each.value),
  )
  const count = await headings.count()
  await page.getByRole('group', { name: 'Picture', exact: true }).first().locator('input[type=file]').focus()
  await giveFile(page, 'paste', '.site-picture input[type=file]', await quarters(1200, 900), 'photo.jpg')
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/uploads/'))
  await page.getByRole('button', { name: 'Take slide 1 away' }).click()
  await cancelled
  letGo()
  expect(await headings.count()).toBe(count - 1)
  expect(await headings.first().inputValue()).toBe(second)
  expect(await page.locator('.site-picture-shown > img').count()).toBe(0)
  expect(await dialog().count()).toBe(0)
  page.errors.length = 0
})

test('pictures of the centre’s own keep their room: nothing moves, and the one beside About us is whole', async () => {
  const desk = picturesOf(site, admin)
  const make = async (use: PictureUse, width: number, height: number) =>
    await desk.make(await quarters(width, height), use, { x: 0, y: 0, width: 100, height: 100 })
  const logo = await make('logo', 512, 512)
  const slide = await make('slide', 1080, 720)
  const about = await make('about', 960, 1200)
  const portrait = await make('portrait', 144, 144)
  const { version, centre } = await site.app.centre.read(true)
  const published = await desk.put(version, {
    ...centre,
    pictures: { logo, about: { ...about, alt: 'Our classroom' } },
    slideshow: {
      ...centre.slideshow,
      slides: centre.slideshow.slides.map((each) => ({ ...each, picture: { ...slide, alt: each.title } })),
    },
    testimonials: centre.testimonials.map((each) => ({ ...each, portrait })),
  })
  expect(published.status, await published.clone().text()).toBe(200)
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    const visitor = await openPage(browser, { viewport: { width, height }, isNew: true })
    // Letters that come with the first page, and late, move words: they are here before.
    await gotoWithFonts(visitor, `${site.origin}/pricing`)
    await watchShifts(visitor)
    for (const path of ['/', '/about', '/contact']) {
      await visitor.goto(site.origin + path)
      if (path === '/') await dialog(visitor).getByRole('button', { name: 'Close' }).click()
      for (const image of await visitor.locator('main img, header img').filter({ visible: true }).all()) {
        await image.scrollIntoViewIfNeeded()
        await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.complete)).toBe(true)
      }
      expect(await shiftsOf(visitor), `${path} at ${width}`).toEqual([])
      if (path === '/') {
        const box = await visitor.getByRole('img', { name: 'Our classroom' }).boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4 / 5, 2)
      }
    }
    expect(visitor.errors).toEqual([])
    await visitor.context().close()
  }
})
