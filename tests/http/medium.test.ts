import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up as upPostgres } from '#database/postgres/migrations/0030-mediums.ts'
import { up as upSqlite } from '#database/sqlite/migrations/0041-mediums.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { isPostgres } from '../support/engine.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
let tamil: Paper
let english: Paper
let none: Paper
const EXAM = { degree: '10th-state', subject: 'Mathematics', month: 'March', year: '2023' }

beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
  tamil = await publish(site, admin, { ...EXAM, title: 'Circles one', medium: 'Tamil', variant: 'Set 1' })
  english = await publish(site, admin, { ...EXAM, title: 'Circles two (English Medium)' })
  none = await publish(site, admin, { ...EXAM, title: 'Circles three' })
})
afterAll(() => site.end())

const read = async (path: string) => (await (await site.fetch(path)).text()).replaceAll('\u00a0', ' ')
const listed = async (query: string) => await (await site.fetch(`/api/papers?${query}`)).json()
const titles = async (query: string) =>
  (await listed(query)).papers.map(({ title }: Paper) => title).toSorted()

test('a paper has the medium that was chosen, or that its title says', async () => {
  expect([tamil, english, none].map(({ medium }) => medium)).toEqual(['Tamil', 'English', ''])
  expect((await client.get(tamil.id)).body).toMatchObject({ medium: 'Tamil', variant: 'Set 1' })
})

test('the API narrows a list and a search by it, and names what is none', async () => {
  expect(await titles('medium=Tamil')).toEqual(['Circles one'])
  expect(await titles('q=circles&medium=English')).toEqual([english.title])
  expect(await titles('q=circles+tamil+medium')).toEqual(['Circles one'])
  expect((await listed('medium=Telugu')).field).toBe('medium')
})

test('lists offer the mediums of their papers with their counts, and are narrowed by one', async () => {
  const offered = (html: string) =>
    /<select[^>]*name="medium".*?<\/select>/s.exec(html)?.[0].replace(/<[^>]+>/g, '|')
  for (const place of ['/resources/state/10/?', '/practice?', '/search?q=circles&']) {
    expect(offered(await read(place)), place).toMatch(/All.*Tamil \(1\).*English \(1\).*Hindi \(0\)/)
    const narrowed = await read(`${place}medium=Tamil`)
    expect(narrowed, place).toContain('Circles one')
    expect(narrowed, place).not.toMatch(/Circles t(?:wo|hree)/)
    expect(narrowed, place).toContain('Tamil medium')
  }
  expect(offered(await read('/ta/resources/state/10/'))).toMatch(/தமிழ் \(1\)/)
  expect(offered(await read('/resources/cbse/12/'))).toBe(undefined)
  const away = await site.fetch('/resources/cbse/12/?medium=Tamil', { redirect: 'manual' })
  expect(away.headers.get('location')).toBe('/resources/cbse/12/')
})

test('cards and the page of a paper say it, in the words of their language, and once', async () => {
  const said = { '': 'Tamil Medium', '/ta': 'தமிழ் வழி', '/hi': 'तमिल माध्यम' }
  for (const [language, words] of Object.entries(said)) {
    expect(await read(`${language}/resources/state/10/`)).toContain(words)
    expect(await read(`${language}${paperPath(tamil)}`)).toContain(words)
  }
  const page = (await read(paperPath(english))).replace(/<script.*?<\/script>/gs, '')
  expect(page.split('<main')[1]?.split('id="similar"')[0]).not.toMatch(/English Medium(?!\))/)
})

test('it is corrected for one paper and for many, which the journal says, and goes with a paper through the bin', async () => {
  expect((await client.revise(none.id, { variant: 'Set 2, hindi medium' })).body).toMatchObject({
    ...{ variant: 'Set 2', medium: 'Hindi' },
  })
  expect((await client.revise(none.id, { medium: '' })).body).toMatchObject({ medium: '', variant: 'Set 2' })
  expect((await client.revise(none.id, { medium: 'Telugu' })).status).toBe(422)
  const ids = [tamil.id, none.id]
  const bulk = { action: 'change', ids, change: { medium: 'Hindi' } }
  const answer = await client.call('POST', '/bulk', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bulk),
  })
  expect(answer.body).toMatchObject({ done: ids })
  expect(await titles('medium=Hindi')).toEqual(['Circles one', 'Circles three'])
  await client.bin(tamil.id)
  await client.restore(tamil.id)
  expect(await titles('q=circles&medium=Hindi')).toEqual(['Circles one', 'Circles three'])
  const entries = await client.journal(tamil.id)
  expect(entries.find(({ action }) => action === 'revised')).toMatchObject({
    ...{ before: { medium: 'Tamil' }, after: { medium: 'Hindi' } },
  })
})

test('a database from before gets the column from what its variants and titles say', async () => {
  const { db } = site.app
  const { title } = english
  for (const statement of [
    isPostgres
      ? 'drop trigger content_version_of_variants on papers'
      : 'drop trigger content_version_papers_variant',
    'drop index papers_by_medium',
    'alter table papers drop column medium',
    'alter table binned_papers drop column medium',
    ...(isPostgres
      ? [
          `create constraint trigger content_version_of_variants after update of variant, board on papers
            deferrable initially deferred for each row execute function raise_content_version()`,
        ]
      : [
          'create trigger content_version_papers_variant after update of variant, board on papers begin select 1; end',
        ]),
    `update papers set variant = 'Set 1, Tamil Medium', exam = 'kept' where id = '${tamil.id}'`,
    `update papers set variant = 'Set 2', exam = 'told by the title alone' where id = '${english.id}'`,
    `update papers set variant = 'Set 3, Urdu Medium', exam = 'kept' where id = '${none.id}'`,
  ])
    await sql.raw(statement).execute(db)
  await db.transaction().execute(async (tx) => {
    await (isPostgres ? upPostgres : upSqlite)(tx as unknown as Kysely<unknown>)
    // As the next migration of the same transaction may.
    await sql`create index any_index on papers (id)`.execute(tx)
  })
  await sql`drop index any_index`.execute(db)
  const rows = await db
    .selectFrom('papers')
    .select(['title', 'variant', 'medium', 'exam'])
    .orderBy('title')
    .execute()
  expect(rows).toEqual([
    { title: 'Circles one', variant: 'Set 1', medium: 'Tamil', exam: 'kept' },
    { title: 'Circles three', variant: 'Set 3, Urdu Medium', medium: '', exam: 'kept' },
    { title, variant: 'Set 2', medium: 'English', exam: null },
  ])
})
