import { expect, test } from 'vitest'
import { documentFrom, documentsIn, readTime } from '../../scripts/hosted-import/documents.ts'
import { hostedPathOf, isHosted, nameAndTime } from '../../scripts/hosted-import/hosted-path.ts'
import {
  readCount,
  readDegree,
  readMonth,
  readSubject,
  readYear,
} from '../../scripts/hosted-import/read-fields.ts'

const TYPED = {
  name: 'projects/p/databases/(default)/documents/resources/abc',
  fields: {
    title: { stringValue: 'Algebra' },
    views: { integerValue: '12' },
    at: { timestampValue: '2023-03-01T00:00:00Z' },
    more: { mapValue: { fields: { deep: { booleanValue: true } } } },
    none: { nullValue: null },
  },
  createTime: '2023-03-02T10:00:00.000Z',
}

test('documents are read in every form in which they are exported', () => {
  const plain = { id: 'abc', fields: { title: 'Algebra' }, createdAt: null }
  const forms = [
    [{ id: 'abc', title: 'Algebra' }],
    { abc: { title: 'Algebra' } },
    { resources: { abc: { title: 'Algebra' } } },
    { resources: [{ id: 'abc', title: 'Algebra' }] },
    { documents: [{ id: 'abc', title: 'Algebra' }] },
  ]
  for (const form of forms) expect(documentsIn(form, 'resources')).toEqual([plain])
  const [typed] = documentsIn({ documents: [TYPED] }, 'resources')
  expect(typed).toEqual({
    id: 'abc',
    fields: {
      ...{ title: 'Algebra', views: 12, at: '2023-03-01T00:00:00Z', none: null },
      more: { deep: true },
    },
    createdAt: new Date('2023-03-02T10:00:00Z'),
  })
  expect(documentFrom({ title: 'Algebra' }, 'abc')).toEqual(plain)
  expect(documentsIn([null, 'x'], 'resources').map(({ id }) => id)).toEqual(['row 1', 'row 2'])
})

test('a link gives the path of the file, in every form that the store has', () => {
  const path = '12th-cbse/Maths QP_1699000000000.pdf'
  for (const link of [
    `https://firebasestorage.googleapis.com/v0/b/p.appspot.com/o/${encodeURIComponent(path)}?alt=media&token=1-2`,
    `https://storage.googleapis.com/p.appspot.com/${encodeURI(path)}`,
    `gs://p.appspot.com/${path}`,
    `/${path}`,
    path,
  ])
    expect([link, hostedPathOf(link)]).toEqual([link, path])
  expect(hostedPathOf('https://drive.example.in/file/x')).toBeNull()
  expect([
    isHosted('https://firebasestorage.googleapis.com/v0/b/p/o/x'),
    isHosted('https://a.example/x'),
  ]).toEqual([true, false])
})

test('the name of a stored file says what it was called and when it was stored', () => {
  const storedAt = new Date(1_699_000_000_000)
  expect(nameAndTime('jee/Set A_2_1699000000000.pdf')).toEqual({ name: 'Set A_2.pdf', storedAt })
  expect(nameAndTime('jee/x_1699000000.pdf')).toEqual({ name: 'x.pdf', storedAt })
  expect(nameAndTime('jee/paper_2023.pdf')).toEqual({ name: 'paper_2023.pdf', storedAt: null })
})

test.each([
  ['cbse', '12', '12th-cbse'],
  ['CBSE', 12, '12th-cbse'],
  ['State Board', 'X', '10th-state'],
  ['state', '9th', '9th-state'],
  ['Matriculation', 'Class 8', '8th-state'],
  ['jee', 'previous-years', 'jee'],
  ['NEET', undefined, 'neet'],
])('type %j and grade %j are %s', (type, grade, slug) => {
  expect(readDegree(type, grade, '')).toEqual({ value: expect.objectContaining({ slug }) })
})

test('a type that is none, a grade that is none and a folder that names both', () => {
  expect(readDegree('icse', '12', '12th-cbse')).toEqual({ why: expect.stringContaining('“icse”') })
  expect(readDegree('cbse', '13', '')).toEqual({ why: expect.stringContaining('“13”') })
  expect(readDegree('', '', '')).toEqual({ why: 'it has no type' })
  expect(readDegree(undefined, undefined, '11th-state')).toMatchObject({
    value: { slug: '11th-state' },
    change: expect.stringContaining('folder'),
  })
  expect(readDegree('jee', '12', '')).toMatchObject({ change: expect.stringContaining('no classes') })
})

test.each([
  ['March', 'March'],
  ['march', 'March'],
  ['Mar', 'March'],
  ['MAR.', 'March'],
  ['03', 'March'],
  [3, 'March'],
  ['மார்ச்', 'March'],
  ['March 2023', 'March'],
  ['2023-03-15', 'March'],
  [{ _seconds: 1_678_886_400, _nanoseconds: 0 }, 'March'],
  ['Sept', 'September'],
  // Midnight in India.
  ['2023-02-28T18:30:00Z', 'March'],
])('month %j is %s', (month, value) => {
  expect(readMonth(month)).toMatchObject({ value })
})

test.each([
  [2023, 2023],
  ['2023', 2023],
  [' 2023 ', 2023],
  ['2023-24', 2023],
  ['March 2023', 2023],
  [{ seconds: 1_678_886_400, nanoseconds: 0 }, 2023],
])('year %j is %s', (year, value) => {
  expect(readYear(year)).toMatchObject({ value })
})

test('months and years that are none are not guessed', () => {
  for (const month of ['', 13, 'Foo', null, {}]) expect(readMonth(month)).toHaveProperty('why')
  for (const year of ['', 23, '2022-2023', null, {}]) expect(readYear(year)).toHaveProperty('why')
})

test('a subject is found under other names, is "all" where none is said, and otherwise is Other', () => {
  expect(readSubject('mathematics')).toEqual({ value: 'Mathematics' })
  expect(readSubject('Maths')).toEqual({
    value: 'Mathematics',
    change: 'subject “Maths” is called Mathematics',
  })
  for (const none of ['', 'all', undefined, null]) expect(readSubject(none)).toEqual({ value: 'all' })
  expect(readSubject('French')).toMatchObject({ value: 'Other', change: expect.stringContaining('French') })
})

test('counts are numbers or texts, and never less than 0', () => {
  for (const [said, value] of [
    ['1,234', 1234],
    [7, 7],
    [undefined, 0],
  ] as const)
    expect(readCount(said)).toEqual({ value })
  for (const said of ['-5', 'many', 1.5])
    expect(readCount(said)).toMatchObject({ value: 0, change: expect.any(String) })
})

test('times are read as text and as seconds', () => {
  expect(readTime('2023-03-15T00:00:00Z')).toEqual(new Date('2023-03-15'))
  expect(readTime({ seconds: 1_678_838_400 })).toEqual(new Date('2023-03-15'))
  expect(readTime('yesterday')).toBeNull()
})
