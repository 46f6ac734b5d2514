import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { javaScriptPdf, passwordPdf, plainPdf } from './made-pdfs.ts'
import { plainPicture } from './made-photos.ts'

type Fields = Record<string, unknown>
export type Expected = { outcome: string; says?: string }

const BUCKET = 'https://firebasestorage.googleapis.com/v0/b/centre.appspot.com/o/'
const BEGUN = Date.UTC(2023, 0, 1)
const DAY = 24 * 60 * 60 * 1000

/** Where the nth of the good papers was stored. */
export function hostedPath(nth: number): string {
  return `12th-cbse/Paper ${nth}_${BEGUN + nth * DAY}.pdf`
}

/** A download address, as the hosted site kept it. */
export function hostedLink(path: string): string {
  return `${BUCKET}${encodeURIComponent(path)}?alt=media&token=0f3c`
}

/**
 * An export of a hosted site with so many papers in order, one a day, and one of each fault; returns what must become
 * of the others, by id.
 */
export async function makeHostedExport(dir: string, papers: number): Promise<Map<string, Expected>> {
  const store = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(dir, 'files', path)), { recursive: true })
    writeFileSync(join(dir, 'files', path), bytes)
    return hostedLink(path)
  }
  const write = (name: string, json: unknown) => writeFileSync(join(dir, name), JSON.stringify(json))
  mkdirSync(join(dir, 'files'), { recursive: true })
  const good = { title: 'A paper', thumbnail: '', type: 'cbse', grade: '12', subject: 'Physics' }
  const fine = { ...good, month: 'March', year: 2022 }
  const documents: Fields[] = Array.from({ length: papers }, (_, nth) => {
    const link = store(hostedPath(nth), plainPdf({ text: `Paper ${nth}` }))
    return { ...fine, id: `good${nth}`, title: `Paper ${nth}`, link, views: nth, year: 2020 + (nth % 3) }
  })
  const expected = new Map<string, Expected>()
  const add = (id: string, fields: Fields, becomes: Expected) => {
    documents.push({ ...fine, id, title: id, link: fields.link ?? linkOf(id), ...fields })
    expected.set(id, becomes)
  }
  const linkOf = (id: string, bytes: Uint8Array = plainPdf({ text: id })) =>
    store(`12th-cbse/${id}_1675000000000.pdf`, bytes)
  const picture = await plainPicture('#224488')
  const comes = (says?: string): Expected => ({ outcome: 'comes', says })
  const stays = (says: string): Expected => ({ outcome: 'stays behind', says })

  add('no-file', { link: hostedLink('12th-cbse/gone_1.pdf') }, stays('gone_1.pdf is missing'))
  add('no-link', { link: '' }, stays('no link'))
  add('elsewhere', { link: 'https://drive.example.in/x' }, stays('another site'))
  add('outside', { link: hostedLink('../resources.json') }, stays('is missing'))
  add('type', { type: 'icse' }, stays('icse'))
  add('grade', { grade: '13' }, stays('13'))
  add('month', { month: 'Foo' }, stays('Foo'))
  add('year', { year: 1899 }, stays('year'))
  add('future', { year: '2099' }, stays('year'))
  add('picture', { link: linkOf('picture', picture) }, stays('not a PDF'))
  add('password', { link: linkOf('password', passwordPdf()) }, stays('password'))
  add(
    'cut',
    { link: linkOf('cut', plainPdf({ text: 'cut' }).subarray(0, 60)) },
    stays('not downloaded whole'),
  )
  add('altered', {}, stays('not the one that was stored'))
  add('scripts', { link: linkOf('scripts', javaScriptPdf('escaped name')) }, comes('scripts'))
  add('bytes', { link: linkOf('bytes', plainPdf({ text: 'Paper 0' })) }, comes('same bytes as good0'))
  add('subject', { subject: 'French' }, comes('“French” is filed under Other'))
  add(
    'titled',
    { subject: 'all', title: 'Class 12 Chemistry March 2022' },
    comes('stays under All subjects; by its title or page 1 it may be Chemistry'),
  )
  add('numbers', { month: 9, year: '2021', views: '1,234' }, comes('September'))
  add('stamp', { month: { _seconds: 1_678_886_400, _nanoseconds: 0 }, year: '2023' }, comes('March'))
  add('nothing-said', { views: -3, title: '' }, comes('taken as 0'))
  add('long', { title: 'x'.repeat(300) }, comes('cut to 200'))
  add('no-picture', { thumbnail: hostedLink('thumbnail/gone_1.png') }, comes('page 1 is used instead'))
  add(
    'drawing',
    { thumbnail: store('thumbnail/d_1.svg', Buffer.from('<svg/>')) },
    comes('page 1 is used instead'),
  )
  add('pictured', { thumbnail: store('thumbnail/p_1675000000000.png', picture) }, comes())
  add(
    'answered',
    { referenceLink: linkOf('answers', plainPdf({ text: 'x = 4' })) },
    comes('answers are a file'),
  )
  add('script-link', { referenceLink: 'javascript:alert(1)' }, comes('no web address'))
  add('linked', { referenceLink: 'https://answers.example.in/1' }, comes())
  documents.push({ ...fine, id: 'good0', title: 'The same id again', link: '' })
  store('12th-cbse/nobody_1.pdf', plainPdf({ text: 'Nobody refers to it' }))
  write('resources.json', documents)
  const altered = createHash('md5').update('other bytes').digest('base64')
  write('metadata.json', [
    { name: '12th-cbse/altered_1675000000000.pdf', md5Hash: altered },
    {
      name: '12th-cbse/linked_1675000000000.pdf',
      timeCreated: '2022-06-05T04:03:02.001Z',
      metadata: { by: 'Priya' },
    },
  ])
  write('pricing.json', {
    '10th12th-mon': { id: '10th12th-mon', monthly: '₹ 1,499' },
    '10th12th-half': { montly: '1499/-' },
    'jee-mon': { fields: { montly: { stringValue: 'Rs. 999' } } },
    'neet-ann': { annual: 'ask us' },
    'upsc-mon': { monthly: 5 },
  })
  write('visitCount.json', { count: { value: '15234' } })
  write('users.json', {
    users: [
      { localId: 'u1', email: 'Meena@Centre.example', passwordHash: 'x', salt: 'y' },
      { localId: 'u2', email: 'former@centre.example', disabled: true },
      { localId: 'u3', phoneNumber: '+91' },
    ],
  })
  return expected
}
