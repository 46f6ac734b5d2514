import { afterAll, beforeAll, expect, test } from 'vitest'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { addTexts } from '../support/texts.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

const FIELDS = { degree: '12th-cbse', subject: 'Physics', month: 'March', year: '2021' }
const PAGE = 'Series QXZ/1 SET-4\nCandidates must write the Code on the title page.'

async function publishOf(title: string, year = '2021') {
  const paper = await publish(site, admin, { ...FIELDS, title, year })
  await addTexts(site, paper, [PAGE, 'Series ABC/1'])
  return paper
}

let sent = 0
/** What the desk makes of a file whose page has this text. */
async function hintsFor(text: string) {
  sent++
  const file = plainPdf({ text, pages: sent })
  const answer = await sendAhead(site, admin, `series-${sent}`, { file, name: `scan${sent}.pdf` })
  expect(answer.status).toBe(201)
  const { hints } = await answer.json()
  return { year: hints.year, degree: hints.degree }
}

test('a series that the table does not have is learnt from papers whose year an administrator gave', async () => {
  expect((await hintsFor('Series QXZ/2')).year).toBe(null)
  await publishOf('One')
  expect(await hintsFor('Series QXZ/2')).toMatchObject({ year: { value: 2021, sure: false } })
  const two = await publishOf('Two')
  expect(await hintsFor('Series QXZ/2')).toEqual({
    year: { value: 2021, sure: true },
    degree: { value: '12th-cbse', sure: true },
  })
  // It is derived from what is stored, and found again when that is read anew.
  await reindexPapers(site.app)
  expect((await hintsFor('Series QXZ/3')).year).toEqual({ value: 2021, sure: true })
  // Only first pages, and only where letters stand as a series does.
  expect((await hintsFor('Series ABC/1')).year).toBe(null)
  expect((await hintsFor('A series LCR circuit')).year).toBe(null)
  // The administrator's correction counts; where papers disagree nothing is said.
  await deskOf(site, admin).revise(two.id, { year: '2020' })
  expect((await hintsFor('Series QXZ/1')).year).toBe(null)
})
