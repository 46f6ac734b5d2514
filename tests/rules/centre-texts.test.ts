import { expect, test } from 'vitest'
import { checkCentre, findFaultOf, findLongTexts, readCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { fillIn } from '#domain/centre/own-words.ts'
import { describeShown, sayingsOf, timeAgo } from '#domain/centre/testimonial.ts'
import { defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { findBadLink, readBlocks, readInline, withoutMarks } from '#domain/centre/texts/marks.ts'
import { changedFields } from '#domain/centre/versions/document-fields.ts'
import { site } from '#site'
import { putMark } from '#web/routes/admin/site/marked-field.tsx'

const DEFAULT_TEXTS = defaultTexts()

const faultsOf = (part: object) => {
  const checked = checkCentre({ ...site, ...part })
  return 'faults' in checked ? checked.faults.map(({ field, message }) => `${field} ${message}`) : []
}

test('bold, links and lists are read; stars and brackets that mark nothing stay as they are', () => {
  expect(readInline('Come **on [Monday](/contact)** or [write](mailto:{email}).')).toEqual([
    'Come ',
    { bold: ['on ', { to: '/contact', words: ['Monday'] }] },
    ' or ',
    { to: 'mailto:{email}', words: ['write'] },
    '.',
  ])
  for (const text of ['2 ** 3 ** 4', 'f[x] (y)', '** not closed', '[words]( /x)', '{1, 2, 3} * 2', '****'])
    expect(readInline(text), text).toEqual([text])
  expect(readInline('\\**so\\**, \\[a](/b)')).toEqual(['**so**, [a](/b)'])
  expect(readBlocks('One.\n\n- **a**\n- b\nTwo.')).toEqual([
    { paragraph: ['One.'] },
    { list: [[{ bold: ['a'] }], ['b']] },
    { paragraph: ['Two.'] },
  ])
  expect(withoutMarks('Call **now**:\n- [us](/contact)\n- them')).toBe('Call now: us, them')
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>',
  'http://plain.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'practice',
  'https://',
  'https:///x',
  'mailto:',
  'tel:call-us',
  'vbscript:x',
  '',
])('a link to %j is a text like any other, and the admin area says so', (address) => {
  const text = `See [this](${address}).`
  expect(readInline(text)).toEqual([text])
  const [fault] = faultsOf({ questions: DEFAULT_TEXTS.questions.with(0, { question: 'Q', answer: text }) })
  expect(fault).toMatch(/^questions\[0\]\.answer has a link to “.*”; a link leads to https:/)
})

test('HTML is text, and so are marks where none are allowed', () => {
  const text = '<script>alert(1)</script> & <b>"it"</b>'
  expect(readInline(text)).toEqual([text])
  expect(faultsOf({ offer: DEFAULT_TEXTS.offer.with(0, { kind: 'booklet', title: '**A**', text }) })).toEqual(
    [],
  )
})

// Where the work grows with the square of the length, it takes longer than a test may.
test('two hundred thousand opened marks are read', () => {
  for (const mark of ['**a', '[', '[a](', '\\', '*', '[**', '](']) {
    readBlocks(mark.repeat(200_000))
    findBadLink(mark.repeat(200_000))
  }
})

test('braces follow the field that they name, and sets of maths stay', () => {
  expect(fillIn('Over {years} years, {monthly papers}: {1, 2}, {x}, {constructor}.', site)).toBe(
    'Over 25 years, 25-30 question papers: {1, 2}, {x}, {constructor}.',
  )
})

test('the texts that came with the pages are within the rules of the admin area, and are no change', () => {
  expect(faultsOf(DEFAULT_TEXTS)).toEqual([])
  // The admin area's form renders again for ever where a list is another each time.
  expect(defaultTexts().offer).toBe(DEFAULT_TEXTS.offer)
  expect(changedFields(site, { ...site, ...DEFAULT_TEXTS })).toEqual([])
  const offer = DEFAULT_TEXTS.offer.with(1, { kind: 'answer-book', title: 'Samacheer', text: 'x' })
  expect(changedFields(site, { ...site, offer })).toEqual(['offer[1].title', 'offer[1].text'])
})

test.each([
  [{ offer: DEFAULT_TEXTS.offer.slice(0, 1) }, 'offer needs at least 2 cards'],
  [{ offer: [...DEFAULT_TEXTS.offer, ...DEFAULT_TEXTS.offer.slice(0, 1)] }, 'offer has more than 4 cards'],
  [{ offer: [0, 0].flatMap(() => DEFAULT_TEXTS.offer.slice(0, 1)) }, 'offer has a card twice'],
  [{ reasons: [] }, 'reasons needs at least 2 reasons'],
  [
    { reasons: DEFAULT_TEXTS.reasons.map((reason) => ({ ...reason, points: [] })).slice(0, 2) },
    'reasons[0].points needs at least one point',
  ],
  [{ questions: DEFAULT_TEXTS.questions.slice(0, 2) }, 'questions needs at least 3 questions'],
  [
    {
      questions: DEFAULT_TEXTS.questions.with(1, DEFAULT_TEXTS.questions[0] ?? { question: '', answer: '' }),
    },
    'questions asks a question twice',
  ],
])('a list keeps what its page needs: %#', (part, sentence) => {
  expect(faultsOf(part)[0]).toBe(sentence)
})

test('lengths are those of the admin area: a file with longer texts goes on, and so does what is in it', () => {
  const long = { ...site, name: 'அ'.repeat(81), phrases: ['x'.repeat(61)], banner: `${' '.repeat(200)}b` }
  expect(findFaultOf(long)).toBeNull()
  expect(readCentre(long)).toHaveProperty('centre')
  expect(findLongTexts(long)).toEqual([
    { field: 'name', message: 'has more than 80 letters' },
    { field: 'phrases[0]', message: 'has more than 60 letters' },
  ])
  expect(checkCentre({ ...long, place: 'Here' }, [long])).toHaveProperty('centre')
  expect(checkCentre({ ...long, name: 'b'.repeat(81) }, [long])).toEqual({
    faults: [{ field: 'name', message: 'has more than 80 letters' }],
  })
  const family = '👩‍👩‍👧‍👦'
  expect(findLongTexts({ name: family.repeat(11) })).toEqual([])
})

const said = { text: 'It helped.', name: 'A parent', date: '2026-03', consent: true } as const

test('a testimonial is shown from the midnight of its first day in India to that after its last, in the order of the list', () => {
  const all = [
    { ...said, text: 'March', from: '2027-03-01', until: '2027-03-02' },
    { ...said, text: 'Hidden', hidden: true },
    { ...said, text: 'Not agreed', consent: false },
    { ...said, text: 'Always' },
  ]
  const shownAt = (time: string) => sayingsOf(all, new Date(time)).map(({ text }) => text)
  expect(shownAt('2027-02-28T18:29:59Z')).toEqual(['Always'])
  expect(shownAt('2027-02-28T18:30:00Z')).toEqual(['March', 'Always'])
  expect(shownAt('2027-03-02T18:29:59Z')).toEqual(['March', 'Always'])
  expect(shownAt('2027-03-02T18:30:00Z')).toEqual(['Always'])
})

test('the admin area says of each testimonial whether it is shown, and why not', () => {
  const now = new Date('2027-03-01T06:00:00Z')
  expect(
    [
      said,
      { ...said, until: '2027-03-01' },
      { ...said, from: '2027-04-01', until: '2027-05-01' },
      { ...said, until: '2027-02-28' },
      { ...said, hidden: true },
      { ...said, hidden: true, consent: false },
    ].map((testimonial) => describeShown(testimonial, now)),
  ).toEqual([
    'Shown on Home.',
    'Shown on Home until 1 March 2027.',
    'Shown to nobody yet: it comes on 1 April 2027, and stays until 1 May 2027.',
    'Shown to nobody any more: its last day was 28 February 2027.',
    'Shown to nobody: it is hidden.',
    'Shown to nobody: its author has not agreed yet.',
  ])
  expect(faultsOf({ testimonials: [{ ...said, from: '2027-04-02', until: '2027-04-01' }] })).toEqual([
    'testimonials[0].until must not be before the first day',
  ])
  expect(faultsOf({ testimonials: [{ ...said, from: '31.12.2026' }] })).toEqual([
    'testimonials[0].from must be a day such as 2027-03-01',
  ])
})

test('fields within lists have names that people read', () => {
  expect(
    ['offer[1].title', 'reasons[0].points[2]', 'questions[3]', 'testimonials[0].until'].map(fieldName),
  ).toEqual(['Card 2, heading', 'Reason 1, points on home', 'Question 4', 'Testimonial 1, last day'])
})

test('a mark is put around what is chosen, and taken away again', () => {
  const apply = (text: string, start: number, end: number, kind: 'bold' | 'link' | 'list') => {
    const change = putMark({ text, start, end }, kind)
    const next = text.slice(0, change.from) + change.put + text.slice(change.to)
    return [next, next.slice(change.start, change.end)]
  }
  expect(apply('so it is', 3, 6, 'bold')).toEqual(['so **it** is', 'it'])
  expect(apply('so **it** is', 5, 7, 'bold')).toEqual(['so it is', 'it'])
  expect(apply('so **it** is', 3, 9, 'bold')).toEqual(['so it is', 'it'])
  expect(apply('', 0, 0, 'bold')).toEqual(['**bold**', 'bold'])
  expect(apply('ask us', 4, 6, 'link')).toEqual(['ask [us](https://)', 'https://'])
  expect(apply('/contact', 0, 8, 'link')).toEqual(['[words](/contact)', 'words'])
  expect(apply('a\nb\nc', 2, 5, 'list')[0]).toBe('a\n- b\n- c')
  expect(apply('a\n- b\n- c', 4, 9, 'list')[0]).toBe('a\nb\nc')
})

test('addresses of the centre have no signs that turn their letters around; what was published with them stays readable', () => {
  const WHY = 'has an address with signs that turn its letters around (such as %E2%80%AE); leave them out'
  for (const sign of ['\u202e', '%E2%80%AE', '%e2%81%a6']) {
    const link = `https://www.instagram.com/${sign}fdp`
    const notice = { text: 'New papers', link, from: '2027-03-01', until: '2027-03-02', translations: {} }
    const turned = {
      channels: { ...site.channels, instagram: link },
      announcements: [notice],
      reasons: DEFAULT_TEXTS.reasons.map((reason) => ({ ...reason, text: `See [all](${link}).` })),
    }
    expect(faultsOf(turned)).toEqual([
      `channels.instagram ${WHY}`,
      `announcements[0].link ${WHY}`,
      ...DEFAULT_TEXTS.reasons.map((_, at) => `reasons[${at}].text ${WHY}`),
    ])
    expect(readCentre({ ...site, ...turned })).toHaveProperty('centre')
  }
})

const NOW = new Date('2026-11-21T06:00:00Z')

test('how long ago a testimonial was said ages with it', () => {
  expect(timeAgo('2026-11', NOW)).toBe('this month')
  expect(timeAgo('2026-10', NOW)).toBe('a month ago')
  expect(timeAgo('2026-06', NOW)).toBe('5 months ago')
  expect(timeAgo('2025-12', NOW)).toBe('11 months ago')
  expect(timeAgo('2025-11', NOW)).toBe('a year ago')
  expect(timeAgo('2024-12', NOW)).toBe('a year ago')
  expect(timeAgo('2024-11', NOW)).toBe('2 years ago')
  expect(timeAgo('2020-07', NOW)).toBe('6 years ago')
})

test('a testimonial from the future was said this month', () => {
  expect(timeAgo('2026-12', NOW)).toBe('this month')
  expect(timeAgo('2031-01', NOW)).toBe('this month')
})

test('a month begins when it begins in India', () => {
  expect(timeAgo('2026-10', new Date('2026-10-31T18:29:00Z'))).toBe('this month')
  expect(timeAgo('2026-10', new Date('2026-10-31T18:30:00Z'))).toBe('a month ago')
})

test('without consent a testimonial is not shown, and a sample is known as one', () => {
  const said = { text: 'It helped.', name: 'A parent', date: '2025-11' }
  const shown = sayingsOf(
    [
      { ...said, consent: true },
      { ...said, name: 'Who did not agree', consent: false },
      { ...said, name: 'A sample', consent: 'sample' },
    ],
    NOW,
  )
  expect(shown).toEqual([
    { ...said, ago: 'a year ago', sample: false },
    { ...said, name: 'A sample', ago: 'a year ago', sample: true },
  ])
})
