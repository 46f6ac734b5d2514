import type { Page } from 'playwright-core'
import { setUpSecondFactor } from '#tests/support/account-page.ts'
import { openAdminList } from '#tests/support/admin-page.ts'
import { plainPdf } from '#tests/support/made-pdfs.ts'
import { pagePhoto } from '#tests/support/made-photos.ts'
import { madePapers, pick, waitForRows } from '#tests/support/many-files.ts'
import { openSignedIn } from '#tests/support/sign-in-page.ts'
import { MEENA } from '#tests/support/site.ts'
import type { Scene, Sites } from './take-pictures.ts'

const PHONE = { width: 360, height: 740 }
const WIDE = { width: 1440, height: 900 }

/** Waits until the page is idle. */
const opens =
  (path: string, account?: typeof MEENA) =>
  async (page: Page, { site }: Sites) => {
    await openSignedIn(page, site.origin, path, account)
    await waitUntilIdle(page)
  }

async function waitUntilIdle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

async function openForm(page: Page, { site }: Sites) {
  const list = await openAdminList(page, site.origin, '?year=2019')
  await waitUntilIdle(page)
  await list.getByRole('checkbox').last().check()
  await list.getByRole('button', { name: /^Edit அரையாண்டுத் தேர்வு: கணிதம்$/ }).click()
  await page.getByRole('button', { name: 'History of this paper' }).click()
  await page.locator('.paper-form ol > li').first().waitFor()
}

async function openRows(page: Page, sites: Sites) {
  await opens('/admin/upload')(page, sites)
  const file = (name: string, bytes: Buffer) => ({ name, bytes })
  await pick(page, [
    ...madePapers(2),
    file('Class 12 Physics CBSE 2023 half-yearly.pdf', plainPdf({ text: 'doubtful' })),
    file(`A very long name that goes on ${'and on '.repeat(12)}.pdf`, plainPdf({ text: 'long' })),
    file('again.pdf', plainPdf({ pages: 2, text: 'Find the inverse of A.' })),
    file('empty.pdf', Buffer.alloc(0)),
    file('picture.pdf', Buffer.from('ffd8ffe000104a4649460001', 'hex')),
  ])
  await waitForRows(page, 'failed', 2)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Many files 7 waiting' }).waitFor()
  await page
    .getByRole('checkbox', { name: /^Pick CBSE Class VI / })
    .first()
    .check()
  await waitUntilIdle(page)
}

/** Removes the rows of earlier scenes, which the server keeps. */
async function clearRows(page: Page, { site }: Sites) {
  await page.goto(`${site.origin}/robots.txt`)
  await site.app.db.deleteFrom('inbox').execute()
}

async function openDialog(page: Page, sites: Sites, button: RegExp) {
  await openRows(page, sites)
  await page.getByRole('button', { name: button }).last().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
}

async function openAnswers(page: Page, sites: Sites) {
  await opens('/admin/answers')(page, sites)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
  await page
    .getByLabel(/PDFs with answers/)
    .setInputFiles([
      file('paper answers.pdf', plainPdf({ text: 'one' })),
      file('Physics class 12 answers.pdf', plainPdf({ text: 'two' })),
      file('IMG-20260102-WA0009.pdf', plainPdf({ text: 'three' })),
      file('nothing.pdf', Buffer.alloc(0)),
    ])
  await page.getByText('No paper is like this name').first().waitFor()
  await waitUntilIdle(page)
}

async function openPhotos(page: Page, sites: Sites) {
  await opens('/admin/photos')(page, sites)
  const photos = ['First', 'Second', 'Third'].map(async (name) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await pagePhoto(name),
  }))
  await page.getByLabel('Choose photos').setInputFiles(await Promise.all(photos))
  await page.getByAltText('Page 3: Third.jpg').waitFor()
  await page.getByRole('button', { name: 'Turn page 2 to the right' }).click()
}

/** Scenes that change what others show come last. */
const SCENES: Scene[] = [
  { name: 'admin', open: opens('/admin') },
  { name: 'admin-form', open: openForm },
  {
    name: 'admin-together',
    window: true,
    async open(page, { site }) {
      const list = await openAdminList(page, site.origin)
      for (const nth of [1, 2]) await list.getByRole('checkbox').nth(nth).check()
      await page.getByRole('button', { name: 'Change …' }).click()
      await page.getByRole('dialog', { name: 'Change together' }).waitFor()
    },
  },
  {
    name: 'admin-filters',
    window: true,
    widths: [360],
    options: { viewport: PHONE },
    async open(page, { site }) {
      const list = await openAdminList(page, site.origin)
      await list.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    },
  },
  { name: 'admin-filtered', open: opens('/admin?q=maths&sort=title&year=2024') },
  { name: 'admin-bin', open: opens('/admin?show=binned') },
  {
    name: 'questions',
    async open(page, sites) {
      const [, id] = /papers\/([^/]+)/.exec(sites.addresses.paper) ?? []
      await opens(`/admin/papers/${id}/questions`)(page, sites)
    },
  },
  { name: 'admin-nothing', open: opens('/admin?q=nothing&year=1990') },
  {
    name: 'admin-prices',
    async open(page, sites) {
      await opens('/admin')(page, sites)
      await unfoldPrices(page)
      await page.getByRole('group', { name: 'JEE' }).getByLabel('ANNUAL').fill('5499')
      await page
        .getByRole('region', { name: 'History of prices' })
        .or(page.getByText('History'))
        .first()
        .click()
      await waitUntilIdle(page)
    },
  },
  {
    name: 'admin-empty',
    async open(page, { empty }) {
      await openSignedIn(page, empty.origin)
      await waitUntilIdle(page)
    },
  },
  { name: 'upload', open: opens('/admin/upload') },
  { name: 'answers', open: opens('/admin/answers') },
  { name: 'answers-rows', open: openAnswers },
  {
    name: 'answers-find',
    async open(page, sites) {
      await openAnswers(page, sites)
      await page
        .getByRole('button', { name: /^Choose the paper/ })
        .first()
        .click()
      const found = page.waitForResponse((response) => /[?&]q=maths\b/.test(response.url()))
      await page.getByRole('searchbox', { name: 'Which paper?' }).fill('maths')
      await found
      await waitUntilIdle(page)
    },
  },
  { name: 'photos', open: opens('/admin/photos') },
  { name: 'photos-rows', open: openPhotos },
  { name: 'activity', open: opens('/admin/activity') },
  {
    name: 'activity-forced',
    open: opens('/admin/activity'),
    options: { forcedColors: 'active' },
    widths: [768],
  },
  {
    name: 'activity-tables',
    async open(page, sites) {
      await opens('/admin/activity')(page, sites)
      for (const table of await page.locator('summary').all()) await table.click()
    },
  },
  { name: 'site', open: opens('/admin/site') },
  { name: 'site-contacts', open: opens('/admin/site?group=contacts') },
  { name: 'site-exams', open: opens('/admin/site?group=exams') },
  { name: 'site-announcements', open: opens('/admin/site?group=announcements') },
  { name: 'setup', open: opens('/admin/setup') },
  { name: 'site-testimonials', open: opens('/admin/site?group=testimonials') },
  { name: 'site-reasons', open: opens('/admin/site?group=reasons') },
  { name: 'site-colours', open: opens('/admin/site?group=colours') },
  { name: 'site-tamil', open: opens('/admin/site?group=slides&language=ta') },
  { name: 'journal', open: opens('/admin/journal') },
  {
    name: 'admin-sign-in-again',
    window: true,
    async open(page, sites) {
      await opens('/admin')(page, sites)
      await unfoldPrices(page)
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
      await page.getByRole('group', { name: 'JEE' }).getByLabel('ANNUAL').fill('5499')
      // What the page asks by itself may be refused before.
      const update = page.getByRole('button', { name: 'Update' })
      await update.click({ timeout: 2_000 }).catch(() => {})
      await page.getByRole('dialog').waitFor()
      // The click may have come before it, and brought the button into sight.
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'admin-toast',
    window: true,
    async open(page, sites) {
      await opens('/admin')(page, sites)
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await page.locator('.toast').first().waitFor()
    },
  },
  { name: 'upload-rows', open: openRows, options: { viewport: WIDE }, widths: [1440] },
  { name: 'upload-rows-small', open: openRows, options: { viewport: PHONE }, widths: [360, 768] },
  {
    name: 'upload-duplicates',
    window: true,
    open: (page, sites) => openDialog(page, sites, /^Already there$/),
  },
  {
    name: 'upload-page-one',
    window: true,
    open: (page, sites) => openDialog(page, sites, /^Look at page 1 of Class 12/),
  },
  { name: 'account', open: opens('/admin/account', MEENA) },
  { name: 'backup', open: opens('/admin/backup', MEENA) },
  {
    name: 'account-second-factor',
    async open(page, sites) {
      await opens('/admin/account', MEENA)(page, sites)
      await page.getByRole('button', { name: 'Set it up' }).click()
      await page.locator('code.key').waitFor()
    },
  },
  {
    name: 'account-codes',
    async open(page, sites) {
      await opens('/admin/account', MEENA)(page, sites)
      await setUpSecondFactor(page)
    },
  },
]

export const ADMIN_SCENES: Scene[] = SCENES.map((scene) => ({
  ...scene,
  async open(page, sites) {
    await page.route('**/api/visits', (route) => route.fulfill({ json: { visits: 100 } }))
    if (scene.name.startsWith('upload')) await clearRows(page, sites)
    await scene.open(page, sites)
  },
}))

/** They are one line once they are set. */
async function unfoldPrices(page: Page) {
  await page.getByRole('region', { name: 'Pricing Section' }).getByRole('button', { name: 'Change' }).click()
}
