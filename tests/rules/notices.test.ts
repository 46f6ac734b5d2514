import { expect, test } from 'vitest'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { examWords, noticesNow, rankByExam } from '#domain/centre/notices-now.ts'
import { indiaDay, indiaDayNumber } from '#domain/time/india-time.ts'
import { site } from '#site'

const noon = (day: string) => new Date(`${day}T06:30:00Z`)
const announced = (text: string, from: string, until: string) => ({ text, link: '', from, until })
const exam = (name: string, from: string, until: string, classes = ['10th-cbse']) => ({
  ...{ name, from, until, classes },
})

test('an announcement lasts from midnight to midnight in India; of several that last, the newest is shown', () => {
  const announcements = [
    announced('Newest', '2026-12-05', '2026-12-06'),
    announced('Oldest', '2026-12-01', '2026-12-31'),
    announced('As old, and added later', '2026-12-01', '2026-12-31'),
    announced('Not yet', '2027-01-01', '2027-01-02'),
  ]
  const shownAt = (time: string) => noticesNow({ announcements }, new Date(time))?.announcement?.text
  expect(shownAt('2026-11-30T18:29:59.999Z')).toBe(undefined)
  expect(shownAt('2026-11-30T18:30:00Z')).toBe('As old, and added later')
  expect(shownAt('2026-12-04T18:29:59Z')).toBe('As old, and added later')
  expect(shownAt('2026-12-04T18:30:00Z')).toBe('Newest')
  expect(shownAt('2026-12-06T18:29:59Z')).toBe('Newest')
  expect(shownAt('2026-12-06T18:30:00Z')).toBe('As old, and added later')
  expect(shownAt('2026-12-31T18:30:00Z')).toBe('Not yet')
  expect(noticesNow({ announcements }, noon('2027-01-03'))).toBe(null)
})

test.each([
  ['CBSE Class 10 board exams', '2026-12-13', '2026-12-30', 'begin in 12 days'],
  ['CBSE Class 10 board exams', '2026-12-02', '2026-12-30', 'begin tomorrow'],
  ['Half-yearly exams 2026–27', '2026-12-01', '2026-12-30', 'begin today'],
  ['Half-yearly exams', '2026-11-01', '2026-12-14', 'are on until 14 December'],
  ['Half-yearly exams', '2026-11-01', '2026-12-02', 'end tomorrow'],
  ['Half-yearly exams', '2026-11-01', '2026-12-01', 'end today'],
  ['JEE Main, session 1', '2026-12-20', '2026-12-22', 'begins in 19 days'],
  ['அரையாண்டுத் தேர்வு', '2026-11-30', '2027-01-02', 'is on until 2 January'],
  ['NEET', '2026-12-03', '2026-12-03', 'is in 2 days'],
  ['Model tests', '2026-12-02', '2026-12-02', 'are tomorrow'],
  ['NEET', '2026-12-01', '2026-12-01', 'is today'],
])('%s from %s to %s, on the first of December: %s', (name, from, until, said) => {
  expect(examWords(exam(name, from, until), '2026-12-01')).toBe(said)
})

test('an exam is told of 30 days ahead and until its last day, the nearest two at once', () => {
  const exams = [
    exam('Far', '2027-02-01', '2027-02-09'),
    exam('Boards', '2026-12-31', '2027-01-20', ['10th-cbse', '10th-state']),
    exam('On', '2026-11-20', '2026-12-10', ['9th-cbse', '12th-cbse']),
    exam('Third', '2026-12-31', '2027-01-21'),
  ]
  const shownOn = (day: string) => noticesNow({ exams }, noon(day))?.exams.map(({ name }) => name)
  expect(shownOn('2026-11-30')).toEqual(['On'])
  expect(shownOn('2026-12-01')).toEqual(['On', 'Boards'])
  expect(shownOn('2026-12-11')).toEqual(['Boards', 'Third'])
  expect(shownOn('2027-02-10')).toBe(undefined)
  const [on, boards] = noticesNow({ exams }, noon('2026-12-01'))?.exams ?? []
  const first = noticesNow({ exams }, noon('2026-12-31'))?.exams[0]
  expect([first?.said, first?.leaf]).toEqual(['begin today', ['31', 'Dec']])
  expect([on?.leaf, on?.of]).toEqual([['10', 'Dec'], { type: 'cbse', grade: undefined }])
  expect([boards?.leaf, boards?.of]).toEqual([['31', 'Dec'], { type: undefined, grade: '10' }])
})

test('classes come in the order of their next exam, and those without one keep theirs after them', () => {
  const exams = [
    exam('Later', '2027-03-01', '2027-03-09', ['12th-cbse', '10th-cbse']),
    exam('Sooner', '2027-01-01', '2027-01-09', ['10th-cbse', 'jee']),
    exam('Over', '2026-11-01', '2026-11-30', ['6th-state']),
  ]
  const rank = rankByExam(exams, noon('2026-12-01'))
  const ranked = ['6th-state', '12th-cbse', '10th-cbse', '11th-state', 'jee'].sort(
    (a, b) => rank(a) - rank(b),
  )
  expect(ranked).toEqual(['10th-cbse', 'jee', '12th-cbse', '6th-state', '11th-state'])
  expect(rankByExam(undefined, noon('2026-12-01'))('10th-cbse')).toBe(0)
})

test('days in India are counted as they are named', () => {
  for (const time of ['2026-12-31T18:29:59.999Z', '2026-12-31T18:30:00Z', '2028-02-29T00:00:00Z'])
    expect(new Date(indiaDayNumber(new Date(time)) * 86_400_000).toISOString().slice(0, 10)).toBe(
      indiaDay(new Date(time)),
    )
})

test('a document is sound without them; of each that is wrong the field is named', () => {
  expect(checkCentre(site)).toEqual({ centre: site })
  const faults = (more: object) => {
    const checked = checkCentre({ ...site, ...more })
    return 'faults' in checked
      ? Object.fromEntries(checked.faults.map((each) => [each.field, each.message]))
      : {}
  }
  const said = { text: '🎉 அரையாண்டு <b>', link: '/practice?grade=10', from: '2026-12-01', until: '2026-12-01' }
  expect(faults({ announcements: [said, { ...said, link: 'https://kaveri.example/a' }], exams: [] })).toEqual(
    {},
  )
  expect(
    faults({
      announcements: [
        { ...said, text: 'அ'.repeat(121) },
        { ...said, until: '2026-11-30' },
        { ...said, link: 'javascript:alert(1)', from: '2026-02-30' },
        { ...said, link: '//elsewhere.example', from: '' },
      ],
      exams: [
        { name: ' ', classes: ['13th-cbse'], from: '2026-12-01', until: '2026-12-01' },
        exam('B', '2026-12-01', '2026-12-01', []),
      ],
    }),
  ).toEqual({
    'announcements[0].text': 'has more than 120 letters',
    'announcements[1].until': 'must not be before the first day',
    'announcements[2].link': expect.stringContaining('must be a page of this site'),
    'announcements[2].from': 'must be a day such as 2027-03-01',
    'announcements[3].link': expect.stringContaining('must be a page of this site'),
    'announcements[3].from': 'must be a day such as 2027-03-01',
    'exams[0].name': 'must not be empty',
    'exams[0].classes[0]': 'must be a class or an exam',
    'exams[1].classes': 'need at least one',
  })
})
