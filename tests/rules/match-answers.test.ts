import { expect, test } from 'vitest'
import { rankPapers, readAnswerName } from '#domain/answers/match-answers.ts'
import { keyName } from '#domain/files/file-key.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function paper(title: string, part: Partial<AdminPaper> = {}): AdminPaper {
  return {
    id: title,
    title,
    originalName: `${title}.pdf`,
    ...{ type: 'cbse', grade: '12', subject: 'Physics', month: 'March', year: 2020 },
    ...{ link: '', thumbnail: null, referenceLink: null, views: 0, pages: 8, size: 1, sample: false },
    ...{ version: 1, publishedAt: '', changedAt: '', answers: null, thumbnailGiven: false, binnedAt: null },
    ...part,
  } as AdminPaper
}

/** What a name is matched with: the titles, best first, the sure one marked. */
function match(name: string, papers: AdminPaper[]) {
  return rankPapers(readAnswerName(name, NOW), papers, keyName).map(
    (candidate) => `${candidate.sure ? '!' : ''}${candidate.paper.title}`,
  )
}

test.each([
  ['55-2-1 Physics answers.pdf', '55-2-1-physics'],
  ['55-2-1_Physics_MS.pdf', '55-2-1-physics'],
  ['Answer Key - 55-2-1 Physics.pdf', '55-2-1-physics'],
  ['maths_2017_key.pdf', 'maths-2017-qp'],
  ['Maths-MS.pdf', 'maths-question-paper'],
  ['Physics Marking Scheme 2020.pdf', 'physics-qp-2020'],
  ['30-1 MATHEMATICS solutions (1).pdf', '30-1-mathematics'],
])('%s may belong to a file that was called %s', (name, keyed) => {
  expect(readAnswerName(name, NOW).keyNames).toContain(keyed)
})

test.each(['விடைகள்.pdf', 'key.pdf', 'answers.pdf', '.pdf'])('%s says nothing of a paper', (name) => {
  expect(match(name, [paper('Half-yearly paper'), paper('55-2-1 Physics')])).toEqual([])
})

test('the file’s own name without the word for answers is sure, whatever the title became', () => {
  const papers = [
    paper('Board paper, delhi', { originalName: '55-2-1 Physics.pdf' }),
    paper('Board paper, outside', { originalName: '55-2-2 Physics.pdf' }),
  ]
  expect(match('55-2-1 Physics answers.pdf', papers)[0]).toBe('!Board paper, delhi')
  expect(match('55_2_2_physics_ms.pdf', papers)[0]).toBe('!Board paper, outside')
})

test('two files of one name are told apart by what else the name says, or are doubtful', () => {
  const papers = [
    paper('Physics 2019', { originalName: 'physics.pdf', year: 2019 }),
    paper('Physics 2020', { originalName: 'physics.pdf', year: 2020 }),
  ]
  expect(match('physics answers.pdf', papers).every((title) => !title.startsWith('!'))).toBe(true)
})

test('a code of another set is not the paper', () => {
  const papers = [paper('Mathematics 65/4/1', { subject: 'Mathematics', year: 2024 })]
  expect(match('CBSE 12 Mathematics 2024 65-4-1 marking scheme.pdf', papers)).toEqual(['!Mathematics 65/4/1'])
  expect(match('CBSE 12 Mathematics 2024 65-4-2 marking scheme.pdf', papers)).toEqual(['Mathematics 65/4/1'])
})

test('a paper is sure only when the next is clearly behind, not by a little', () => {
  const name = 'Chapter test - quadratic equations (solutions).pdf'
  const maths = { grade: '10', subject: 'Mathematics', originalName: 'scan0001.pdf' } as const
  const exact = paper('Chapter test: Quadratic equations', maths)
  const longer = paper('Chapter test: Quadratic equations revision', maths)
  expect(match(name, [longer, exact])).toEqual([exact.title, longer.title])
  expect(match(name, [exact])).toEqual([`!${exact.title}`])
})

test('a code that only the answers have says nothing against a paper', () => {
  const one = paper('Annual paper', { originalName: 'scan0001.pdf' })
  expect(match('CBSE Class 12 Physics 2020 55-2-1 answer key.pdf', [one])).toEqual(['!Annual paper'])
})

test('a paper that shares some words of its title, and no more, is offered and not sure', () => {
  const linear = paper('Chapter test: Linear equations', { originalName: 'scan0001.pdf' })
  expect(match('Chapter test - quadratic equations (solutions).pdf', [linear])).toEqual([linear.title])
})

test('class, subject and year are sure when one paper alone has them', () => {
  const one = paper('Annual paper', { originalName: 'scan0001.pdf' })
  const other = paper('Second paper', { originalName: 'scan0002.pdf' })
  const name = 'CBSE Class 12 Physics 2020 answer key.pdf'
  expect(match(name, [one, paper('Elsewhere', { year: 2021 })])[0]).toBe('!Annual paper')
  expect(match(name, [one, other])).toEqual(['Annual paper', 'Second paper'])
  const sets = [paper('Physics set 1 of 2020'), paper('Physics set 2 of 2020')]
  expect(match('CBSE Class 12 Physics 2020 Set 2 answer key.pdf', sets)[0]).toBe('!Physics set 2 of 2020')
})

test('a title is known again, also in Tamil, and one of another year is doubtful', () => {
  const chapter = paper('Chapter test: Quadratic equations', {
    grade: '10',
    subject: 'Mathematics',
    year: 2025,
  })
  expect(match('Chapter test - quadratic equations (solutions).pdf', [chapter])[0]).toBe(
    '!Chapter test: Quadratic equations',
  )
  const tamil = paper('அரையாண்டு மாதிரித் தேர்வு: கணிதம்', { type: 'state', grade: '10', subject: 'Mathematics' })
  expect(match('அரையாண்டு மாதிரித் தேர்வு கணிதம் விடைகள்.pdf', [tamil])[0]).toBe(`!${tamil.title}`)
  expect(match('CBSE 10 Maths chapter test quadratic equations 2019 answers.pdf', [chapter])).toEqual([
    chapter.title,
  ])
})

test('a paper of another subject, class or year is never sure', () => {
  const physics = paper('CBSE Class 12 Physics 2020')
  for (const name of [
    'CBSE Class 12 Chemistry 2020 answers.pdf',
    'CBSE Class 10 Physics 2020 answers.pdf',
    'CBSE Class 12 Physics 2018 answers.pdf',
  ]) {
    expect(match(name, [physics]).filter((title) => title.startsWith('!'))).toEqual([])
  }
})

test('at most five are offered, and of many alike none is sure', () => {
  const papers = Array.from({ length: 12 }, (_, at) => paper(`Physics revision ${at}`, { year: 2010 + at }))
  const found = match('Physics revision key.pdf', papers)
  expect(found).toHaveLength(5)
  expect(found.filter((title) => title.startsWith('!'))).toEqual([])
})
