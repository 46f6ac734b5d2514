import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import {
  FIRST_STEP_IDS,
  type FirstMinutes,
  type FirstStep,
  openSteps,
} from '#domain/first-minutes/first-steps.ts'
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
  const answer = await at.fetch(`/api/admin/first-minutes${path}`, { method, headers: by.headers })
  return { status: answer.status, ...((await answer.json()) as FirstMinutes) }
}
const idsOf = (steps: FirstStep[]) => openSteps(steps).map(({ id }) => id)

test('a new site is a sample in all but papers; what is published, priced or skipped is none, for every administrator', async () => {
  const { steps, isNew } = await call()
  expect(isNew).toBe(true)
  expect(steps.map(({ id }) => id)).toEqual(FIRST_STEP_IDS)
  expect(idsOf(steps)).toEqual(FIRST_STEP_IDS.filter((id) => id !== 'papers'))
  const skipped = await call('/claims/skip', 'PUT')
  expect([skipped.isNew, (await call('/claims/skip', 'DELETE')).isNew]).toEqual([false, true])
  const credit = { name: 'Kaveri Web', link: 'https://kaveri.example' }
  await publishCentre(site.app, { ...file, name: 'Kaveri Maths', credit }, null, { basedOn: 0 })
  await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 500 }),
  })
  expect((await call('/logo/skip', 'PUT')).status).toBe(200)
  const left = FIRST_STEP_IDS.filter((id) => !['name', 'logo', 'prices', 'papers'].includes(id))
  expect(idsOf((await call()).steps)).toEqual(left)
  expect(idsOf((await call('/logo/skip', 'DELETE')).steps)).toEqual(['logo', ...left])
  for (const step of ['sign', '%20', 'constructor'])
    expect((await call(`/${step}/skip`, 'PUT')).status).toBe(404)
})

test('a new site whose first minutes are put off stays so, also when its first part is done', async () => {
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

test('a site that is kept in its file is asked for what the desk can do', async () => {
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  const { steps, isNew } = await call('', 'GET', locked, await locked.signIn())
  expect(isNew).toBe(false)
  expect(steps.map(({ id }) => id)).toEqual(['prices', 'papers'])
  await locked.end()
})
