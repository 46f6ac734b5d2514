import { paperClient } from '#tests/support/paper-client.ts'
import { noteRendered } from '#tests/support/rendered-pages.ts'
import { MEENA, publish, type Site } from '#tests/support/site.ts'
import type { FrozenTime } from './freeze-time.ts'
import type { Sites } from './take-pictures.ts'

const LONG = 'Sample question paper with the marking scheme for Mathematics (041), third language added'
const TAMIL = 'அரையாண்டுத் தேர்வு: கணிதம்'
/** Twenty days that end at the pictures' date. */
const DAYS = Array.from(
  { length: 20 },
  (_, at) => `2030-${at < 4 ? '06' : '07'}-${two(at < 4 ? 27 + at : at - 3)}`,
)

/** Adds long and Tamil titles, a bin, a changed paper, prices, and counts of the last days. */
export async function seedSite(site: Site, time: FrozenTime): Promise<Sites['addresses']> {
  const admin = await site.signIn()
  const client = paperClient(site, admin)
  const long = await publish(site, admin, { title: LONG, referenceLink: 'https://answers.example/a' })
  const tamil = await publish(site, admin, { title: TAMIL, degree: '10th-state', subject: 'Tamil' })
  const binned = await publish(site, admin, { title: 'In the bin' })
  await client.bin(binned.id)
  // Changed later than it was added.
  time.pass(1_000)
  await client.revise(tamil.id, { year: '2019' })
  await noteRendered(site, long.id, { rendered: 2 })
  for (const prices of [
    { 'jee-mon': 1499, 'jee-half': 2999 },
    { 'jee-mon': 1599, '10th12th-ann': 3999 },
  ]) {
    await site.fetch('/api/admin/prices', {
      method: 'PUT',
      headers: { ...admin.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(prices),
    })
  }
  const { id } = await site.app.identity.administrators.create(MEENA)
  await refuseSignIns(site, id)
  await fillSums(site, long.id, tamil.id)
  return { paper: `/papers/${long.id}`, list: `/list/picked?ids=${long.id},${tamil.id}` }
}

async function fillSums({ app: { db } }: Site, first: string, second: string) {
  const views = DAYS.flatMap((day, at) => [
    { day, paperId: '', views: 10 + at * 3 },
    { day, paperId: first, views: 6 + at * 2 },
    { day, paperId: second, views: 4 + at },
  ])
  await db.insertInto('viewsByDay').values(views).execute()
  const visits = DAYS.map((day, at) => ({ day, visits: 5 + (at % 4) }))
  await db
    .insertInto('visitsByDay')
    .values(visits)
    .onConflict((on) => on.column('day').doNothing())
    .execute()
  const clicks = DAYS.flatMap((day, at) => [
    { day, target: 'jee-half', taps: 2 + (at % 3) },
    { day, target: 'chat', taps: 1 + (at % 2) },
  ])
  await db.insertInto('tapsByDay').values(clicks).execute()
  const searches = [
    { day: DAYS.at(-1) as string, term: 'tensor calculus', times: 4 },
    { day: DAYS.at(-2) as string, term: 'mathematics', times: 2 },
  ]
  await db.insertInto('searchesWithoutHits').values(searches).execute()
}

async function refuseSignIns({ app: { db } }: Site, administratorId: string) {
  const day = DAYS.at(-3) as string
  const rows = [
    { network: '203.0.113.x', passwords: 11, codes: 0, lastAt: `${day}T03:05:00.000Z` },
    { network: '2001:db8:1::/48', passwords: 1, codes: 0, lastAt: `${day}T02:40:00.000Z` },
  ]
  const ofMeena = rows.map((row) => ({ ...row, administratorId, day, since: '' }))
  await db.insertInto('refusedSignIns').values(ofMeena).execute()
}

function two(number: number) {
  return String(number).padStart(2, '0')
}
