import { openSite, publish, type Site } from './site.ts'

/** The newest paper of the specified site; it has an answer. */
export const NEWEST = 'Model paper: matrices'

/** A site with what the specification speaks of: two pages of one shelf, several classes, an exam, and one price. */
export async function openSpecifiedSite(): Promise<Site> {
  const site = await openSite()
  const admin = await site.signIn()
  for (let year = 2001; year <= 2013; year += 1) {
    await publish(site, admin, { title: `Maths of ${year}`, month: 'March', year: String(year) })
  }
  await publish(site, admin, {
    title: NEWEST,
    month: 'June',
    year: '2025',
    referenceLink: 'https://answers.example/model',
  })
  await publish(site, admin, { title: 'Physics test', subject: 'Physics', month: 'May', year: '2025' })
  await publish(site, admin, { title: 'State maths', degree: '10th-state', month: 'April', year: '2025' })
  await publish(site, admin, {
    title: 'Joint entrance',
    degree: 'jee',
    subject: 'all',
    month: 'March',
    year: '2025',
  })
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-half': 2199 }),
  })
  if (!answer.ok) throw new Error(`The price was refused: ${answer.status} ${await answer.text()}`)
  return site
}
