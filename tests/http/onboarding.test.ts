import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import {
  FIRST_STEP_IDS,
  type FirstStep,
  type Onboarding,
  openSteps,
} from '#domain/onboarding/onboarding-steps.ts'
import { site as file } from '#site'
import { openSite, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

async function call(path = '', method = 'GET', at = site, by = admin) {
  const answer = await at.fetch(`/api/admin/onboarding${path}`, { method, headers: by.headers })
  return { status: answer.status, ...((await answer.json()) as Onboarding) }
}
const idsOf = (steps: FirstStep[]) => openSteps(steps).map(({ id }) => id)

test('a new site is a sample in all but papers; what is published, priced or skipped is none, for every administrator', async () => {
  const { steps, isNew } = await call()
  expect(isNew).toBe(true)
  expect(steps.map(({ id }) => id)).toEqual(FIRST_STEP_IDS)
  expect(idsOf(steps)).toEqual(FIRST_STEP_IDS.filter((id) => id !== 'papers' && id !== 'languages'))
  const skipped = await call('/promises/skip', 'PUT')
  expect([skipped.isNew, (await call('/promises/skip', 'DELETE')).isNew]).toEqual([false, true])
  const credit = { name: 'Kaveri Web', link: 'https://kaveri.example' }
  await publishCentre(site.app, { ...file, name: 'Kaveri Maths', credit }, null, { basedOn: 0 })
  await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 500 }),
  })
  expect((await call('/logo/skip', 'PUT')).status).toBe(200)
  const left = FIRST_STEP_IDS.filter((id) => !['name', 'logo', 'languages', 'prices', 'papers'].includes(id))
  expect(idsOf((await call()).steps)).toEqual(left)
  expect(idsOf((await call('/logo/skip', 'DELETE')).steps)).toEqual(['logo', ...left])
  for (const step of ['sign', '%20', 'constructor'])
    expect((await call(`/${step}/skip`, 'PUT')).status).toBe(404)
})

test('what is said in English alone is asked about, until it is translated or its language is left off', async () => {
  const own = await openSite()
  const by = await own.signIn()
  const testimonials = file.testimonials.slice(0, 1).map((each) => ({ ...each, consent: true }))
  const english = { ...file, banner: 'Maths on the river', testimonials: [] }
  await publishCentre(own.app, { ...english, testimonials }, null, { basedOn: 0 })
  const told = await call('', 'GET', own, by)
  expect(told.untranslated).toEqual(
    Object.fromEntries(['ta', 'hi'].map((each) => [each, ['banner', 'testimonials[0].text']])),
  )
  expect(idsOf(told.steps)).toContain('languages')
  const centre = { ...english, hiddenLanguages: ['hi' as const], translations: { ta: { banner: 'கணிதம்' } } }
  await publishCentre(own.app, centre, null, { basedOn: 1 })
  const then = await call('', 'GET', own, by)
  expect([then.untranslated, idsOf(then.steps).includes('languages')]).toEqual([{}, false])
  const gone = await own.fetch('/hi/practice?q=x')
  expect([gone.status, gone.headers.get('location')]).toEqual([302, '/practice?q=x'])
  const page = await (await own.fetch('/ta/practice')).text()
  expect(page).not.toContain('data-language="hi"')
  expect(page).not.toContain('hrefLang="hi"')
  expect(page).toContain('data-language="ta"')
  expect(await (await own.fetch('/sitemap.xml')).text()).not.toContain('hreflang="hi"')
  await own.end()
})

test('without a name nobody is named as who made the site, and a name without an address leads nowhere', async () => {
  const own = await openSite()
  const credit = { name: '', link: '' }
  await publishCentre(own.app, { ...file, credit }, null, { basedOn: 0 })
  expect(await (await own.fetch('/')).text()).not.toContain('class="credit"')
  await publishCentre(own.app, { ...file, credit: { name: 'Kaveri Web', link: '' } }, null, { basedOn: 1 })
  expect(await (await own.fetch('/')).text()).toContain('<span class="wordmark">Kaveri Web</span>')
  await own.end()
})

test('a new site whose setup is put off stays so, also when its first part is done', async () => {
  const other = await openSite()
  const by = await other.signIn()
  expect((await call('', 'GET', other, by)).isNew).toBe(true)
  const page = async () => (await other.fetch('/admin', { headers: { Cookie: by.cookie } })).text()
  expect(await page()).toContain('"isNew",true')
  for (const _time of [1, 2])
    expect(await call('/postponement', 'PUT', other, by)).toMatchObject({ status: 200, isNew: false })
  expect((await call('', 'GET', other, by)).steps).toHaveLength(FIRST_STEP_IDS.length)
  await other.end()
})

test('a site that is kept in its file is asked for what the admin area can do', async () => {
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  const { steps, isNew } = await call('', 'GET', locked, await locked.signIn())
  expect(isNew).toBe(false)
  expect(steps.map(({ id }) => id)).toEqual(['prices', 'papers'])
  await locked.end()
})

test('the former address of the setup leads to the present one for good', async () => {
  const answer = await site.fetch('/admin/first-minutes?step=slides', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/admin/setup?step=slides'])
})
