import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { listSimilar } from '#domain/lists/browse.server.ts'
import { openSite, publish } from '../support/site.ts'

test('papers like it: of its subject first, then of its class, newest first, at most six, without itself', async () => {
  let app = {} as Pick<App, 'readDb' | 'lists'>
  const site = await openSite({
    parts: (whole) => {
      app = whole
      return {}
    },
  })
  const admin = await site.signIn()
  const more = async (title: string, subject: string, year: string, degree = '9th-cbse') =>
    await publish(site, admin, { title, subject, year, degree })
  const own = await more('own', 'Science', '2020')
  expect(await listSimilar(app, own)).toEqual([])
  await more('other class', 'Science', '2024', '8th-cbse')
  await more('other board', 'Science', '2024', '9th-state')
  for (const [at, subject] of [
    'Tamil',
    'Science',
    'English',
    'Science',
    'Tamil',
    'History',
    'Tamil',
  ].entries())
    await more(`${subject} ${2014 + at}`, subject, String(2014 + at))
  const titles = async () => (await listSimilar(app, own)).map((like) => like.title)
  expect(await titles()).toEqual([
    'Science 2017',
    'Science 2015',
    'Tamil 2020',
    'History 2019',
    'Tamil 2018',
    'English 2016',
  ])
  for (const year of [2001, 2002, 2003, 2004, 2005]) await more(`Science ${year}`, 'Science', String(year))
  expect(await titles()).toEqual([2017, 2015, 2005, 2004, 2003, 2002].map((year) => `Science ${year}`))
  const old = await more('Science 1999', 'Science', '1999')
  const newest = ['own', ...[2017, 2015, 2005, 2004, 2003].map((year) => `Science ${year}`)]
  expect((await listSimilar(app, old)).map((like) => like.title)).toEqual(newest)
  const ofSix = await more('History 2010', 'History', '2010')
  for (const year of [2011, 2012, 2013, 2014, 2015]) await more(`History ${year}`, 'History', String(year))
  expect((await listSimilar(app, ofSix)).map((like) => like.title)).toEqual(
    [2019, 2015, 2014, 2013, 2012, 2011].map((year) => `History ${year}`),
  )
  const alone = await more('Sanskrit 2021', 'Sanskrit', '2021')
  expect(await listSimilar(app, alone)).toHaveLength(6)
  await site.end()
})
