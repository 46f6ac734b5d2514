import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureExams } from '#domain/exam-sets.server.ts'
import { inLanguage, type Language, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { axeFaults, LOOKS } from '../support/axe.ts'
import { gotoWithFonts, openBrowser, openPage, wakePage } from '../support/chromium.ts'
import { type Desk, deskOf } from '../support/desk.ts'
import { openDeskList } from '../support/desk-page.ts'
import { drawPages, noteDrawn } from '../support/drawn-pages.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { addQuestions } from '../support/made-questions.ts'
import { madePapers, pick, waitForRows } from '../support/many-files.ts'
import { openSignedIn } from '../support/sign-in-page.ts'
import { openSite, publish, type Site } from '../support/site.ts'

/** Dark differs in colours alone: the widest shows it. */
const SIZES = [
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const
/** Where the first screen is promised to show a paper. */
const FIRST_SCREENS = [360, 1440]
/** As many as give every count four digits, and every list a second page. */
const PAPERS = 1234
const LONG =
  'மாதிரி வினாத்தாள் with internal choices, हल सहित, step-by-step solutions and the marking scheme, '.repeat(2)
/** Bytes of no other paper: corrected questions belong to them. */
const OWN = plainPdf({ text: 'With questions' })
/** Many pages on a busy machine: each of them waits for itself. */
const HALF_AN_HOUR = 1_800_000
/** How people search, which is as long as a field for it must show on the smallest phone. */
const TYPED = '12th maths state 2022'

type Scene = {
  name: string
  path: string
  /** What the first screen shows whole: a paper, or (`begins`) the beginning of one. */
  first?: string
  /** Whose texts are on other pages too: once is enough. */
  once?: true
  /** What is opened or typed once the page is there. */
  act?(page: Page): Promise<void>
}

let site: Site
let browser: Browser
let paper: { plain: string; long: string; drawn: string; list: string; worksheet: string }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
  await fillCatalogue(site.database, site.app, PAPERS)
  await ensureExams(site.app, Number.POSITIVE_INFINITY)
  const admin = await site.signIn()
  const desk = deskOf(site, admin)
  const referenceLink = 'https://answers.example/a'
  const long = await publish(site, admin, { title: LONG.slice(0, 200), referenceLink }, OWN)
  await publish(site, admin, { title: 'Nospacesinthistitleatallwhichisverylongandmustbebrokensomewhere' })
  const plain = await publish(site, admin, {
    title: 'Mathematics (Standard), compartment paper, Set 3 (30/C/3)',
  })
  const drawn = await publish(site, admin, {
    title: 'அரையாண்டுத் தேர்வு: கணிதம்',
    degree: '10th-state',
    referenceLink,
  })
  for (const { id } of [long, drawn]) await noteDrawn(site, id, { pages: 9, drawn: 9 })
  const asked = [
    { text: 'கணம் A இன் உறுப்புகளின் எண்ணிக்கை யாது? '.repeat(9), marks: 5 },
    { text: 'Prove it.', hindi: 'सिद्ध कीजिए।' },
  ]
  await addQuestions(site, [drawn, asked], [plain, asked])
  await correctQuestions(desk, long.id, 3)
  await noteDoubt(site, plain.id)
  for (const title of ['In the bin', LONG.slice(0, 150)])
    await desk.bin((await publish(site, admin, { title })).id)
  await desk.revise(drawn.id, { year: '2019' })
  const prices = Object.fromEntries(
    PLAN_IDS.map((id, at) => [id, [499, 2199, 3999, 9999, 54_999, 99_999][at % 6]]),
  )
  const body = JSON.stringify(prices)
  await desk.call('PUT', '/prices', { headers: { 'Content-Type': 'application/json' }, body })
  await site.app.db.updateTable('papers').set({ views: 12_345 }).where('id', '=', long.id).execute()
  for (const { id } of [long, plain]) await site.fetch(`/api/papers/${id}/views`, { method: 'POST' })
  await site.fetch('/api/papers?q=zzyzx')
  await site.app.searches.settle()
  paper = {
    plain: paperPath(plain),
    long: paperPath(long),
    drawn: paperPath({ ...drawn, year: 2019 }),
    list: `/list/picked?ids=${[long, plain, drawn].map(({ id }) => id).join()}`,
    worksheet: `/worksheet/picked?questions=${[long, plain, drawn].map(({ id }) => `${id}.q1,${id}.q2`).join()}`,
  }
}, HALF_AN_HOUR)
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Says that page 1 of a paper has so many questions, one below the other. */
async function correctQuestions({ call }: Desk, id: string, count: number) {
  const path = `/papers/${id}/questions`
  const { version } = (await call('GET', path)).body as unknown as { version: string }
  const questions = Array.from({ length: count }, (_, at) => ({
    ...{ number: `${at + 1}`, section: 'A', marks: 2 },
    printings: [
      { language: 'en', boxes: [{ page: 1, left: 120, top: 100 + 600 * at, width: 1200, height: 560 }] },
    ],
  }))
  const headers = { 'Content-Type': 'application/json' }
  const saved = await call('PUT', path, {
    ...{ headers, match: `"${version}"` },
    body: JSON.stringify({ questions }),
  })
  expect(saved.status).toBe(200)
}

async function noteDoubt({ app: { db } }: Site, id: string) {
  const { fileKey } = await db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const doubt = JSON.stringify({ stated: 30, found: 27, missing: ['8', '9', '14'] })
  const values = { fileKey, foundBy: '1', stated: 30, doubt }
  await db
    .insertInto('questionFiles')
    .values(values)
    .onConflict((there) => there.column('fileKey').doUpdateSet(values))
    .execute()
}

const card = 'main article'

const visitors = (language: Language): Scene[] => [
  // In Tamil its words take two lines more.
  { name: 'Home', path: '/', ...(language !== 'ta' && { first: card }) },
  { name: 'About', path: '/about' },
  { name: 'Why Us', path: '/why-us' },
  { name: 'Pricing', path: '/pricing', first: card },
  { name: 'Contact', path: '/contact' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Terms', path: '/terms', once: true },
  { name: 'Accessibility', path: '/accessibility', once: true },
  { name: 'Licences', path: '/licenses' },
  { name: 'Practice', path: '/practice', first: card },
  {
    name: 'Practice with filters',
    path: '/practice?grade=12&subject=Physics&answered=yes',
    first: card,
    once: true,
  },
  { name: 'Practice without hits', path: '/practice?q=zzyzx' },
  { name: 'a class', path: '/resources/cbse/12/', first: card, once: true },
  { name: 'a class with filters', path: '/resources/cbse/12/?subject=Mathematics&year=2024' },
  { name: 'a class that is none', path: '/resources/cbse/13/', once: true },
  { name: 'all lists', path: '/resources', once: true },
  { name: 'the empty search', path: '/search', once: true },
  { name: 'a search', path: `/search?q=${TYPED}`, first: card, once: true },
  { name: 'a search with filters', path: '/search?q=question&grade=12&type=cbse', first: card },
  { name: 'a search with suggestions', path: '/search', act: suggest },
  { name: 'questions', path: '/questions', first: card },
  { name: 'marks by chapter', path: '/questions/weightage', once: true },
  { name: 'a draft of a test', path: '/questions/suggest?chapters=circles&marks=10', once: true },
  { name: 'questions without hits', path: '/questions?q=zzyzx&marks=5', once: true },
  { name: 'a paper', path: paper.plain },
  { name: 'a paper with a long title', path: paper.long, once: true },
  // In Tamil the line of its questions moves page 1 down by 40 pixels.
  { name: 'a paper to read', path: paper.drawn, ...(language !== 'ta' && { first: '#page-1' }) },
  { name: 'a shared list', path: paper.list },
  { name: 'a worksheet', path: paper.worksheet },
  { name: 'papers that are picked', path: '/practice', act: pickThree },
  { name: 'kept papers', path: '/kept' },
  { name: 'a paper to sit', path: paper.drawn.replace(/\/[^/]*$/, '/sit'), once: true },
  { name: 'My practice', path: '/practice/mine', once: true },
  { name: 'a gone paper', path: '/papers/00000000-0000-7000-8000-000000000000', once: true },
  { name: 'not found', path: '/nowhere' },
]

const administrators = (): Scene[] => [
  { name: 'Papers', path: '/admin' },
  { name: 'Papers with a refused file', path: '/admin', act: chooseBroken },
  { name: 'Papers with a form', path: '/admin?year=2019', act: openForm },
  { name: 'Papers changed together', path: '/admin', act: openTogether },
  { name: 'Papers whose questions need a look', path: '/admin?show=questions' },
  {
    name: 'questions of a paper',
    path: `/admin${paper.long.replace(/\/[^/]*$/, '')}/questions`,
    act: markPlace,
  },
  { name: 'Papers, nothing found', path: '/admin?q=zzyzx&year=1990' },
  { name: 'the bin', path: '/admin?show=binned' },
  { name: 'Many files', path: '/admin/upload' },
  { name: 'Many files with rows', path: '/admin/upload', act: addFiles },
  { name: 'photos', path: '/admin/photos' },
  { name: 'Answers', path: '/admin/answers' },
  { name: 'Activity', path: '/admin/activity?class=all&years=all' },
  { name: 'Site content', path: '/admin/site' },
  { name: 'contacts', path: '/admin/site?group=contacts' },
  { name: 'texts in Tamil', path: '/admin/site?group=slides&language=ta' },
  { name: 'policies', path: '/admin/site?group=policies' },
  { name: 'First minutes', path: '/admin/first-minutes' },
  { name: 'Journal', path: '/admin/journal' },
  { name: 'Account', path: '/admin/account' },
  { name: 'Backup', path: '/admin/backup' },
]

test.each(SHOWN_LANGUAGES)(
  'pages of visitors fit every window, in %s',
  async (language) => {
    const page = await openPage(browser)
    await drawPages(page)
    const faults: string[] = []
    const scenes = visitors(language).filter(({ once }) => language === 'en' || !once)
    for (const scene of scenes) {
      await gotoWithFonts(page, site.origin + inLanguage(scene.path, language))
      await wakePage(page)
      faults.push(...(await lookAt(page, scene, language === 'en')))
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
  HALF_AN_HOUR,
)

test(
  'the sign-in and pages of the desk fit every window',
  async () => {
    const page = await openPage(browser)
    await drawPages(page)
    await page.goto(`${site.origin}/login`)
    const faults = await lookAt(page, { name: 'the sign-in', path: '/login' }, true)
    await openSignedIn(page, site.origin)
    await openDeskList(page, site.origin)
    const scenes = administrators()
    for (const [at, scene] of scenes.entries()) {
      if (!isWithin(scene, scenes[at - 1])) await gotoWithFonts(page, site.origin + scene.path)
      else await goWithin(page, scene.path)
      await page.locator('main h1').waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      faults.push(...(await lookAt(page, scene, true)))
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
  HALF_AN_HOUR,
)

test('on a laptop of 1366 × 768 seven rows of the inbox are seen whole, and the list of papers begins on the first screen', async () => {
  // Of its own: rows that wait for others' files, or say what is wrong with one, are taller.
  const own = await openSite()
  const admin = await own.signIn()
  const { headers } = admin
  await publish(own, admin)
  await own.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 499 }),
  })
  const page = await openPage(browser, { viewport: { width: 1366, height: 768 } })
  await openDeskList(page, own.origin)
  const first = page.locator('.register > li').first()
  expect((await first.boundingBox())?.y).toBeLessThan(768)
  await page.goto(`${own.origin}/admin/upload`)
  const files = madePapers(12, 20)
  await pick(page, files)
  await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThanOrEqual(files.length)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  const whole = await page.evaluate(() => {
    const end = document.querySelector('.inbox-bars')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('[data-row]')].filter(
      (row) => row.getBoundingClientRect().bottom <= end,
    ).length
  })
  expect(whole).toBeGreaterThanOrEqual(7)
  expect(await layoutFaults(page)).toEqual([])
  await page.context().close()
  await own.end()
})

test('the test browser has letters for Latin, Tamil and Devanagari, from packages', async () => {
  const page = await openPage(browser)
  await page.setContent('<p>Mathematics</p><p>கணிதம்</p><p>गणित</p>')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
  const families = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName }) => familyName)
    }),
  )
  expect(families).toEqual([['Open Sans'], ['Anek Tamil'], ['Anek Devanagari']])
  await page.context().close()
})

/** Whether it is come to within the app, as nothing was opened or typed before, as by a link, which spares a load of the page, of its letters and of axe. */
function isWithin({ act }: Scene, before?: Scene) {
  return before && !act && !before.act
}

/** Resolves when the page is there. */
async function goWithin(page: Page, path: string) {
  const address = await page.evaluate(async (to) => {
    type Router = { navigate(to: string, options: { flushSync: boolean }): Promise<void> }
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router }
    await router.navigate(to, { flushSync: true })
    return location.pathname + location.search
  }, path)
  expect(decodeURI(address)).toContain(decodeURI(path))
}

/** At every width; with axe, which takes as long as all the rest, in its two looks where that is asked for. */
async function lookAt(page: Page, { name, first, act }: Scene, withAxe: boolean): Promise<string[]> {
  await act?.(page)
  const found: string[] = []
  for (const { width, height, colorScheme } of SIZES) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const isAxes = LOOKS.some((look) => look.width === width && look.colorScheme === colorScheme)
    const faults = [...(await layoutFaults(page)), ...(withAxe && isAxes ? await axeFaults(page) : [])]
    found.push(...faults.map((fault) => `${name}, ${width} ${colorScheme}: ${fault}`))
    if (!first || !FIRST_SCREENS.includes(width)) continue
    const box = await page.locator(first).first().boundingBox()
    // Of a page of a paper, its upper half.
    const end = (box?.y ?? Infinity) + Math.min(box?.height ?? 0, height / 2)
    if (end > height) found.push(`${name}, ${width}: ${first} ends at ${end}`)
  }
  return found
}

async function suggest(page: Page) {
  await page.locator('main input[type=search]').pressSequentially('math')
  await page.getByRole('main').getByRole('option').first().waitFor()
}

async function pickThree(page: Page) {
  const boxes = page.getByRole('main').locator('article').getByRole('checkbox')
  for (const nth of [0, 1, 2]) await boxes.nth(nth).check()
  await page.locator('.picked-bar').first().waitFor()
}

async function chooseBroken(page: Page) {
  const name = '10th maths 2021, a long name that does not fit.pdf'
  const buffer = Buffer.from('%PDF-1.4 cut short')
  await page.locator('.upload-file input').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await page.locator('.upload-file .field-error').waitFor()
}

async function openForm(page: Page) {
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  await list.locator('.register > li').getByRole('checkbox').first().check()
  await list.getByRole('button', { name: /^Edit அரையாண்டுத்/ }).click()
  await page.getByRole('button', { name: 'History of this paper' }).click()
  await page.locator('.paper-form ol > li').first().waitFor()
}

async function openTogether(page: Page) {
  const list = page.getByRole('region', { name: 'Uploaded PDFs' })
  for (const nth of [0, 1]) await list.locator('.register > li').getByRole('checkbox').nth(nth).check()
  await page.getByRole('button', { name: 'Change …' }).click()
  await page.getByRole('dialog', { name: 'Change together' }).waitFor()
}

/** Within a question, whose beginning and end are shown, too. */
async function markPlace(page: Page) {
  await page.getByLabel('Number').nth(1).click()
  await page.getByRole('button', { name: 'Mark a place on page 1' }).press('Enter')
  await page.getByRole('button', { name: 'New question here' }).waitFor()
}

async function addFiles(page: Page) {
  await pick(page, [
    ...madePapers(2),
    { name: 'Class 12 Physics CBSE 2023 half yearly.pdf', bytes: plainPdf({ text: 'doubtful' }) },
    { name: `A very long name that goes on ${'and on '.repeat(12)}.pdf`, bytes: plainPdf({ text: 'long' }) },
    { name: 'duplicate.pdf', bytes: plainPdf({ pages: 2, text: 'Find the inverse of A.' }) },
    { name: 'empty.pdf', bytes: Buffer.alloc(0) },
    { name: 'picture.pdf', bytes: Buffer.from('ffd8ffe000104a4649460001', 'hex') },
  ])
  await waitForRows(page, 'failed', 2)
  await page.locator('[data-group="coming"]').waitFor({ state: 'detached' })
  await page
    .getByRole('checkbox', { name: /^Pick CBSE Class VI / })
    .first()
    .check()
}
