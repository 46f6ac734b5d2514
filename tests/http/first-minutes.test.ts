import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { FIRST_STEP_IDS, type FirstStep, openSteps } from '#domain/first-minutes/first-steps.ts'
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
  return { status: answer.status, steps: ((await answer.json()) as { steps: FirstStep[] }).steps }
}
const idsOf = (steps: FirstStep[]) => openSteps(steps).map(({ id }) => id)

test('a new site is a sample in all but papers; what is published, priced or skipped is none, for every administrator', async () => {
  const { steps } = await call()
  expect(steps.map(({ id }) => id)).toEqual(FIRST_STEP_IDS)
  expect(idsOf(steps)).toEqual(FIRST_STEP_IDS.filter((id) => id !== 'papers'))
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

test('a site that is kept in its file is asked for what the desk can do', async () => {
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  const { steps } = await call('', 'GET', locked, await locked.signIn())
  expect(steps.map(({ id }) => id)).toEqual(['prices', 'papers'])
  await locked.end()
})
