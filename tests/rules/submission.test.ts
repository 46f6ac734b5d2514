import { expect, test } from 'vitest'
import { DEGREES, SUBJECTS } from '#domain/paper/paper.ts'
import { columnsOf, isReferenceLink, isWebAddress, paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const GOOD = {
  title: 'Half-yearly paper',
  degree: '12th-cbse',
  subject: 'Mathematics',
  month: 'December',
  year: '2024',
  referenceLink: 'https://answers.example/1',
}

function faultOf(change: Record<string, unknown>) {
  const read = paperSubmission(currentYear(NOW))
    .strict()
    .safeParse({ ...GOOD, ...change })
  const issue = read.error?.issues[0]
  return issue ? [issue.path[0], issue.message] : null
}

test('a filled form is taken as it is, its year as a number', () => {
  expect(paperSubmission(currentYear(NOW)).strict().parse(GOOD)).toEqual({
    ...GOOD,
    year: 2024,
    ...{ variant: '', medium: '', kind: '', board: '', syllabus: '' },
  })
})

test.each([
  [{ variant: 'set 1, tamil medium' }, 'Tamil', 'Set 1'],
  [{ variant: 'Set 1', medium: 'Hindi' }, 'Hindi', 'Set 1'],
  [{ title: 'Half-yearly (English Medium)', variant: 'Set 1' }, 'English', 'Set 1'],
  [{ variant: 'English Medium, Set 2', medium: 'Tamil' }, 'Tamil', 'Set 2, English Medium'],
  [{ variant: 'Urdu Medium' }, '', 'Urdu Medium'],
  [{ title: 'Tamil literature' }, '', ''],
])('of %j the medium is %j and the variant %j', (told, medium, variant) => {
  const columns = columnsOf(paperSubmission(currentYear(NOW)).parse({ ...GOOD, ...told }))
  expect([columns.medium, columns.variant]).toEqual([medium, variant])
  expect(faultOf({ medium: 'Klingon' })).toEqual(['medium', 'Choose a medium from the list.'])
})

test('every degree is taken; classes need a subject, exams do not', () => {
  for (const degree of DEGREES) {
    const isExam = degree.grade === 'previous-years'
    expect(faultOf({ degree: degree.slug })).toBeNull()
    const fault = faultOf({ degree: degree.slug, subject: undefined })
    expect(fault).toEqual(isExam ? null : ['subject', `Choose a subject: papers of ${degree.name} need one.`])
  }
  for (const subject of SUBJECTS) expect(faultOf({ subject })).toBeNull()
})

test.each([
  ['  two   words\n', 'two words'],
  ['a\u0000b\tc\u0085d', 'a b c d'],
  ['தேர்வு 2024', 'தேர்வு 2024'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['📐', '📐'],
  ['e\u0301', '\u00e9'],
  ['half \ud83d emoji', 'half \ufffd emoji'],
  ['𝒙'.repeat(200), '𝒙'.repeat(200)],
])('the title %j is kept as %j', (title, kept) => {
  expect(paperSubmission(currentYear(NOW)).parse({ ...GOOD, title }).title).toBe(kept)
})

test.each(['', ' \t\n', '\u0000', '\u200b\u200d\u2060\ufeff', '\u202e', '\u0301'])(
  'the title %j shows nothing, so it is none',
  (title) => {
    expect(faultOf({ title })).toEqual(['title', 'Give the paper a title.'])
  },
)

test('a title may have 200 characters', () => {
  for (const title of ['a'.repeat(2000), '𝒙'.repeat(201), 'அ'.repeat(201)]) {
    expect(faultOf({ title })).toEqual(['title', 'The title is longer than 200 characters; shorten it.'])
  }
})

test.each([
  '1989',
  '2027',
  '0',
  '-2024',
  '2024.5',
  '20244',
  '2e3',
  '0x7E8',
  ' 2024',
  '',
  'this year',
  '२०२४',
])('the year %j is refused', (year) => {
  expect(faultOf({ year })).toEqual(['year', 'Choose a year from 1990 to 2026.'])
})

test.each(['\u200b\u2060\u3164', '\u00ad', '\u202e'])(
  'a title of which nothing would be seen is missing',
  (title) => {
    expect(faultOf({ title })).toEqual(['title', 'Give the paper a title.'])
  },
)

test('a link without a host of its own is refused', () => {
  expect(isWebAddress('https:answers.example')).toBe(false)
})

test('the years from 1990 to this one are taken', () => {
  for (const year of ['1990', '2000', '2026']) expect(faultOf({ year })).toBeNull()
})

test.each([
  '',
  'http://a.example',
  'https://a.example/x?y=z#1',
  'HTTPS://A.EXAMPLE',
  'https://கல்வி.example/',
  'https://answers.example/@teacher/paper?mail=a@b.example#c@d',
])('the link %j is taken', (referenceLink) => {
  expect(faultOf({ referenceLink })).toBeNull()
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'file:///etc/passwd',
  'mailto:a@b.c',
  '//a.example',
  '/files/a.pdf',
  'a.example',
  'http://',
  'https:',
])('the link %j is refused', (referenceLink) => {
  expect(faultOf({ referenceLink })?.[0]).toBe('referenceLink')
  expect(isWebAddress(referenceLink)).toBe(false)
})

test.each([
  'https://google.com@evil.example/',
  'https://google.com:443@evil.example/',
  'http://@evil.example',
  'https:///google.com@evil.example/',
  'https:\\\\google.com@evil.example/',
])('the link %j is refused, because what is before the @ is not where it leads', (referenceLink) => {
  const [field, sentence] = faultOf({ referenceLink }) ?? []
  expect(field).toBe('referenceLink')
  if (referenceLink.startsWith('https://g')) expect(sentence).toContain('hides where the link leads')
  expect(isReferenceLink(referenceLink)).toBe(false)
})

test('what would turn the letters of a link around goes, as from a title, and is refused where it is written as %', () => {
  const turned = '\u202a https://answers.example/\u202efdp.1\u2069\u200f'
  const read = paperSubmission(currentYear(NOW)).parse({ ...GOOD, referenceLink: turned })
  expect(read.referenceLink).toBe('https://answers.example/fdp.1')
  expect(isReferenceLink(turned)).toBe(true)
  for (const sign of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {
    const referenceLink = `https://answers.example/?q=${encodeURIComponent(sign)}fdp`
    for (const link of [referenceLink, referenceLink.toLowerCase()]) {
      expect(faultOf({ referenceLink: link })).toEqual([
        'referenceLink',
        'The reference link has signs that turn its letters around (such as %E2%80%AE); leave them out.',
      ])
      expect(isReferenceLink(link)).toBe(false)
    }
  }
  const tamil = `https://answers.example/${encodeURIComponent('க\u200dல்வி\u200c – ‐')}`
  expect(faultOf({ referenceLink: tamil })).toBeNull()
})

test.each([
  ['degree', ['12th-jee', '5th-cbse', 'jee ', '', 'JEE', 'constructor'], 'Choose a degree from the list.'],
  ['subject', ['Astrology', 'mathematics', '', 'toString'], 'Choose a subject from the list.'],
  ['month', ['12', 'december', 'Smarch', ''], 'Choose a month.'],
] as const)('a %s that is not in its list is refused', (field, values, sentence) => {
  for (const value of values) expect(faultOf({ [field]: value })).toEqual([field, sentence])
})

test('a field that is missing or unknown is named', () => {
  for (const field of ['title', 'degree', 'month', 'year'])
    expect(faultOf({ [field]: undefined })?.[0]).toBe(field)
  const read = paperSubmission(currentYear(NOW))
    .strict()
    .safeParse({ ...GOOD, views: '9' })
  expect(read.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['views'] })
})
