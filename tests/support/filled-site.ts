import { expect } from 'vitest'
import { plainPdf } from './made-pdfs.ts'
import { paperClient } from './paper-client.ts'
import { codeAt } from './second-factor.ts'
import { publish, type SignedIn, type Site } from './site.ts'
import { sendAhead } from './uploads.ts'

export const WAITING = 'waits-for-its-fields'
export const PAPERS = 12

/** Of everything that a site keeps, something. Returns the former link of a paper whose file was replaced. */
export async function fillSite(site: Site, admin: SignedIn): Promise<string> {
  const client = paperClient(site, admin)
  const add = (nth: number) =>
    publish(site, admin, { title: `Paper ${nth}: கணிதம்` }, plainPdf({ text: `Paper ${nth}` }))
  const [first, second, third] = [await add(1), await add(2), await add(3)]
  for (let nth = 4; nth < PAPERS; nth++) await add(nth)
  const last = await add(PAPERS)
  await client.replace(first.id, 'file', plainPdf({ text: 'A better scan' }))
  await client.replace(second.id, 'answers', plainPdf({ text: 'x = 4' }))
  await client.bin(third.id)
  // The highest serial number is gone, and must not be given again.
  await client.bin(last.id)
  await client.deleteForGood(last.id)
  for (const rupees of [499, 599]) await client.call('PUT', '/prices', json({ 'jee-mon': rupees }))
  await site.fetch(`/api/papers/${first.id}/views`, { method: 'POST' })
  await site.fetch('/api/visits', { method: 'POST' })
  await site.fetch('/api/papers?q=zzyzx')
  await site.app.searches.settle()
  await sendAhead(site, admin, WAITING, { name: 'scan 4.pdf', folders: '2016/Physics' })
  const { version } = (await (await site.fetch('/api/admin/inbox', admin)).json()).files[0]
  const changes = [{ uploadId: WAITING, version, typed: { title: 'Typed, not published' } }]
  const typed = await client.call('POST', '/inbox/changes', json({ from: 'browser-of-priya', changes }))
  expect(typed.status).toBe(200)
  return first.link
}

const json = (body: unknown) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** Returns the key of the administrator's authenticator app. */
export async function switchOnCodes(site: Site, admin: SignedIn): Promise<string> {
  const client = paperClient(site, admin)
  const { body } = await client.call('POST', '/account/second-factor')
  const made = (body as unknown as { key: string }).key
  const proven = await client.call('PUT', '/account/second-factor', json({ code: codeAt(made) }))
  expect(proven.status).toBe(200)
  return made
}
