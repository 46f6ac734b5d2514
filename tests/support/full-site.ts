import { expect } from 'vitest'
import { ensureExams } from '#domain/exam-sets.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { fillCatalogue } from './made-catalogue.ts'
import { plainPdf } from './made-pdfs.ts'
import { addQuestions } from './made-questions.ts'
import { type PaperClient, paperClient } from './paper-client.ts'
import { noteRendered } from './rendered-pages.ts'
import { openSite, publish, type Site } from './site.ts'

/** As many as give every count four digits, and every list a second page. */
const PAPERS = 1234
const LONG =
  'மாதிரி வினாத்தாள் with internal choices, हल सहित, step-by-step solutions and the marking scheme, '.repeat(2)
/** Bytes of no other paper: corrected questions belong to them. */
const OWN = plainPdf({ text: 'With questions' })

/** A site that has much of everything, long titles and large numbers too, and where its papers are. */
export async function openFullSite() {
  const site = await openSite()
  await fillCatalogue(site.database, site.app, PAPERS)
  await ensureExams(site.app, Number.POSITIVE_INFINITY)
  const admin = await site.signIn()
  const client = paperClient(site, admin)
  const referenceLink = 'https://answers.example/a'
  const long = await publish(site, admin, { title: LONG.slice(0, 200), referenceLink }, OWN)
  await publish(site, admin, { title: 'Nospacesinthistitleatallwhichisverylongandmustbebrokensomewhere' })
  const plain = await publish(site, admin, {
    title: 'Mathematics (Standard), compartment paper, Set 3 (30/C/3)',
  })
  const rendered = await publish(site, admin, {
    title: 'அரையாண்டுத் தேர்வு: கணிதம்',
    degree: '10th-state',
    referenceLink,
  })
  for (const { id } of [long, rendered]) await noteRendered(site, id, { pages: 9, rendered: 9 })
  const asked = [
    { text: 'கணம் A இன் உறுப்புகளின் எண்ணிக்கை யாது? '.repeat(9), marks: 5 },
    { text: 'Prove it.', hindi: 'सिद्ध कीजिए।' },
  ]
  await addQuestions(site, [rendered, asked], [plain, asked])
  await correctQuestions(client, long.id, 3)
  await noteDoubt(site, plain.id)
  for (const title of ['In the bin', LONG.slice(0, 150)])
    await client.bin((await publish(site, admin, { title })).id)
  await client.revise(rendered.id, { year: '2019' })
  const prices = Object.fromEntries(
    PLAN_IDS.map((id, at) => [id, [499, 2199, 3999, 9999, 54_999, 99_999][at % 6]]),
  )
  const body = JSON.stringify(prices)
  await client.call('PUT', '/prices', { headers: { 'Content-Type': 'application/json' }, body })
  await site.app.db.updateTable('papers').set({ views: 12_345 }).where('id', '=', long.id).execute()
  for (const { id } of [long, plain]) await site.fetch(`/api/papers/${id}/views`, { method: 'POST' })
  await site.fetch('/api/papers?q=zzyzx')
  await site.app.searches.settle()
  const ids = [long, plain, rendered].map(({ id }) => id)
  const paper = {
    plain: paperPath(plain),
    long: paperPath(long),
    rendered: paperPath({ ...rendered, year: 2019 }),
    list: await shortAddress(site, `/list/picked?ids=${ids.join()}`),
    worksheet: await shortAddress(
      site,
      `/worksheet/picked?questions=${ids.map((id) => `${id}.q1,${id}.q2`).join()}`,
    ),
  }
  return { site, paper }
}

/** Says that page 1 of a paper has so many questions, one below the other. */
async function correctQuestions({ call }: PaperClient, id: string, count: number) {
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

/** Where the site leads on to from there. */
async function shortAddress(site: Site, path: string) {
  const { headers } = await site.fetch(path)
  return new URL(headers.get('Location') as string, site.origin).pathname
}
