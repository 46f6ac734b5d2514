import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { FIFTEEN_PAPERS } from '../support/real-papers.ts'
import { openSite, publish, type Site, type UploadFields } from '../support/site.ts'

const CHOSEN: UploadFields[] = [
  { degree: '12th-cbse', subject: 'Chemistry', year: '2020' },
  { degree: '10th-cbse', subject: 'Mathematics', year: '2006' },
  { degree: '12th-cbse', subject: 'Computer Science', year: '2019' },
  { degree: '10th-state', subject: 'English', year: '2011' },
]
/** Words that say nothing of a paper's fields, each unlike the others. */
const WORDS =
  'amber basalt cedar dahlia ebony fennel garnet hazel indigo jasmine kapok lotus marble nutmeg olive'
const PAPERS = FIFTEEN_PAPERS.map(({ path }, at) => ({
  bytes: readFileSync(path),
  fields: { ...CHOSEN[at % CHOSEN.length], title: `Kept whole, ${WORDS.split(' ')[at]}`, month: 'March' },
}))

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.end())

test('fifteen papers are published, come out byte for byte, are counted, and are there after a restart', async () => {
  const admin = await site.signIn()
  for (const [at, { fields, bytes }] of PAPERS.entries()) {
    await publish(site, admin, fields, bytes)
    expect((await (await site.fetch('/api/papers')).json()).total).toBe(at + 1)
  }
  for (const { fields, bytes } of PAPERS) {
    const paper = await find(fields.title)
    expect(await fileOf(paper)).toBe(hashOf(bytes))
    const counted = await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
    expect(await counted.json()).toEqual({ views: 1 })
  }
  await site.end({ keepData: true })
  site = await openSite({ dataDir: site.dataDir })
  for (const { fields, bytes } of PAPERS) {
    const paper = await find(fields.title)
    expect(paper.views).toBe(1)
    expect(await fileOf(paper)).toBe(hashOf(bytes))
  }
}, 180_000)

/** As a stranger searches: nothing else has these words. */
async function find(title: string): Promise<Paper> {
  const { papers } = await (await site.fetch(`/api/papers?q=${encodeURIComponent(title)}`)).json()
  expect(papers.map((paper: Paper) => paper.title)).toEqual([title])
  return papers[0]
}

async function fileOf({ link }: Paper) {
  return hashOf(new Uint8Array(await (await site.fetch(link)).arrayBuffer()))
}

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
