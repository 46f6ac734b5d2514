import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { daysFrom, indiaDay } from '#domain/time/india-time.ts'
import { site as file } from '#site'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { openPage } from '../support/chromium.ts'
import { browser, page, site, visitDesk } from '../support/desk-session.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { openSignedIn } from '../support/sign-in-page.ts'

visitDesk()
beforeEach(async () => {
  await site.app.db.deleteFrom('centreVersions').execute()
})
afterEach(() => expect(page.errors).toEqual([]))

const today = indiaDay(new Date())

test('what is announced stands on Home and Practice, is closed before React and for good on this device, and moves nothing', async () => {
  const text = 'Half-yearly papers are here 🎉 அரையாண்டு வினாத்தாள்கள்'
  const announcements = [{ text, link: '/pricing', from: today, until: today }]
  const exams = [
    {
      name: 'CBSE Class 10 board exams',
      classes: ['10th-cbse'],
      from: daysFrom(today, 12),
      until: daysFrom(today, 20),
    },
  ]
  await publishCentre(
    site.app,
    { ...file, slideshow: { ...file.slideshow, opens: 'never' }, announcements, exams },
    null,
    { basedOn: 0 },
  )
  for (const look of LOOKS) {
    const narrow = await openPage(browser, { ...look, viewport: { width: 320, height: 640 } })
    await narrow.goto(`${site.origin}/practice`)
    await narrow.getByRole('link', { name: 'CBSE Class 10 board exams begin in 12 days' }).waitFor()
    expect(await axeFaults(narrow)).toEqual([])
    expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await narrow.context().close()
  }
  const plain = await openPage(browser, { javaScriptEnabled: false })
  await plain.goto(site.origin)
  await plain.getByRole('link', { name: text }).waitFor()
  expect(await plain.getByRole('button', { name: 'Close this announcement' }).count()).toBe(0)
  await plain.context().close()

  const visitor = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await watchShifts(visitor)
  // Without it the page stays as the server drew it.
  await visitor.route(/\/hydrate-[^/]*\.js/, (route) => route.abort())
  await visitor.goto(site.origin)
  const announced = visitor.getByRole('region', { name: 'Announcement' })
  await announced.getByRole('button').press('Enter')
  expect(await announced.isVisible()).toBe(false)
  await visitor.unrouteAll()
  await visitor.goto(`${site.origin}/practice`)
  await visitor.getByRole('region', { name: 'Coming exams' }).waitFor()
  expect(await announced.isVisible()).toBe(false)
  expect(await shiftsOf(visitor)).toEqual([])
  // Once React is there, and on a page that it goes to.
  await visitor.getByRole('link', { name: `${file.name}, home` }).click()
  await visitor.locator('main.home').waitFor()
  expect(await visitor.locator('.announcement').count()).toBe(1)
  expect(await announced.isVisible()).toBe(false)
  expect(visitor.errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  await visitor.context().close()
})

test('exam dates are kept in a month, by keys: a day begins an exam, its sentence is read, and it is live when published', async () => {
  await openSignedIn(page, site.origin, '/admin/site?group=exams')
  const month = page.getByRole('table')
  await month.locator(`[data-day="${today}"]`).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  const day = daysFrom(today, 8)
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)).toBe(day)
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Name of the exam')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('அரையாண்டுத் தேர்வு 📚')
  await page.getByText('அரையாண்டுத் தேர்வு 📚 is in 8 days.').waitFor()
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Need at least one.').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('exams[0].classes')
  await page.getByLabel('9th State').check()
  expect(await month.locator(`[data-day="${day}"]`).getAttribute('aria-label')).toContain('📚')
  for (const look of LOOKS) {
    await page.emulateMedia(look)
    expect(await axeFaults(page)).toEqual([])
  }
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByText('Published: the whole site says so now').first().waitFor()
  expect(await (await site.fetch('/')).text()).toMatch(/அரையாண்டுத் தேர்வு 📚<\/b> (<!-- -->)?is in 8 days/)
})
