import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registerMessages } from '#domain/language/messages.ts'
import { estimateBytes, filesOf, versionOf } from '#domain/offline/paper-manifest.ts'
import type { Paper, PublishedPaper } from '#domain/paper/paper.ts'
import * as messages from '#messages/en.js'
import type { SavedPaper } from '#web/routes/visitor/downloads/offline-store.ts'
import { renewalOf } from '#web/routes/visitor/downloads/run-downloads.ts'
import { sumUp } from '#web/routes/visitor/downloads/save-papers.tsx'
import { searchSaved } from '#web/routes/visitor/offline/search-saved.ts'
import { searchUnderstood } from '#web/routes/visitor/offline/search-understood.ts'
import { factList, firstView } from '#web/routes/visitor/offline/write-first-views.ts'
import type { Fact } from '#web/routes/visitor/paper/facts-of.ts'
import { FactList } from '#web/routes/visitor/paper/paper-facts.tsx'

function saved(id: string, title: string, texts: string[]): SavedPaper {
  const paper = { id, title, type: 'cbse', grade: '12', subject: 'Physics', month: 'March', year: 2024 }
  return { id, paper: paper as unknown as Paper, texts } as unknown as SavedPaper
}

test('what is saved is found by its title and facts first, then by what is on a page', () => {
  const papers = [
    saved('a', 'Board paper', ['Find the focal length\nof the lens', 'Write the ledger']),
    saved('b', 'Lens and mirror', ['']),
    saved('c', 'அரையாண்டுத் தேர்வு', ['']),
  ]
  const ids = (words: string) =>
    searchSaved(papers, words).map(({ paper, inside }) => [paper.id, inside?.page])
  expect(ids('lens')).toEqual([
    ['b', undefined],
    ['a', 1],
  ])
  expect(ids('LEDGER write')).toEqual([['a', 2]])
  expect(ids('physics 2024').length).toBe(3)
  expect(ids('தேர்வு')).toEqual([['c', undefined]])
  expect(ids('  ').length).toBe(3)
  expect(ids('lens ledger')).toEqual([])
  expect(searchSaved(papers, 'focal')[0]?.inside?.snippet).toBe('Find the focal length of the lens')
})

test('without a connection a search is understood as it is with one', () => {
  const of = (id: string, title: string, facts: Partial<Paper> = {}, texts: string[] = []) => {
    const made = saved(id, title, texts)
    return {
      ...made,
      paper: { ...made.paper, variant: '', board: '', syllabus: '', referenceLink: null, ...facts },
    } as SavedPaper
  }
  const tenth = { type: 'state', grade: '10', subject: 'Mathematics' } as const
  const papers = [
    of('maths', 'Question paper', tenth, ['Solve the quadratic\nequation.']),
    of('science', 'Unit test', { ...tenth, subject: 'Science' }, ["State Ohm's law."]),
    of('half', 'அரையாண்டுத் தேர்வு', { ...tenth, month: 'December', referenceLink: '/files/a.pdf' }),
    of('physics', 'Electrostatics'),
  ]
  const ids = (words: string) => searchUnderstood(papers, words).map(({ paper }) => paper.id)
  for (const words of ['கணிதம்', 'kanitham', 'गणित', '10th maths', 'maths class 10 state board', 'sslc maths'])
    expect([words, ids(words)]).toEqual([words, ['maths', 'half']])
  for (const words of ['அறிவியல்', 'ariviyal 10', 'science'])
    expect([words, ids(words)]).toEqual([words, ['science']])
  expect(ids('half yearly')).toEqual(['half'])
  expect(ids('arai aandu')).toEqual(['half'])
  expect(ids('10th maths public exam')).toEqual(['maths'])
  expect(ids('maths with answers')).toEqual(['half'])
  expect(ids('cbse 12 phisics')).toEqual(['physics'])
  expect(ids('electrostatcs')).toEqual(['physics'])
  expect(ids('xylophone')).toEqual([])
  expect(ids(' ').length).toBe(4)
  const [found] = searchUnderstood(papers, 'இருபடிச் சமன்பாடு')
  expect([found?.paper.id, found?.inside?.page, found?.inside?.snippet]).toEqual([
    'maths',
    1,
    'Solve the quadratic',
  ])
  expect(searchUnderstood(papers, 'ஓம் விதி')[0]?.inside?.snippet).toBe("State Ohm's law.")
  expect(ids('integral')).toEqual([])
})

test('without a connection words mean a state, too, where papers of several are saved', () => {
  const of = (id: string, board: string) => {
    const made = saved(id, 'Question paper', [])
    const facts = { type: 'state', grade: '10', subject: 'Mathematics', board }
    return { ...made, paper: { ...made.paper, variant: '', referenceLink: null, ...facts } } as SavedPaper
  }
  const papers = [of('own', ''), of('bihar', 'Bihar')]
  const ids = (words: string, some = papers, own?: 'Bihar') =>
    searchUnderstood(some, words, { own }).map(({ paper }) => paper.id)
  for (const words of ['samacheer', 'tn board 10', 'தமிழ்நாடு'])
    expect([words, ids(words)]).toEqual([words, ['own']])
  expect(ids('bihar board maths')).toEqual(['bihar'])
  expect(ids('state board')).toEqual(['own', 'bihar'])
  expect(ids('samacheer', papers.slice(0, 1))).toEqual(['own'])
  expect(ids('bihar board', papers, 'Bihar')).toEqual(['own', 'bihar'])
})

test('answers that are a file of the site are saved with the paper, and others make it another version', () => {
  const [own, elsewhere, none] = ['/files/jee/a.pdf', 'https://answers.example/a', null].map(
    (referenceLink) => ({
      referenceLink,
      link: '/files/jee/p.pdf',
      thumbnail: null,
    }),
  )
  expect([own, elsewhere, none].map((paper) => filesOf(paper as Paper).length)).toEqual([2, 1, 1])
  const version = (paper: unknown) => versionOf({ base: '/a', pages: [], paper: paper as PublishedPaper })
  expect(version(own)).not.toBe(version(none))
  expect(version(elsewhere)).toBe(version(none))
})

test('what the worker shows first has the facts as React renders them, and no markup of a title', () => {
  const facts: Fact[] = [
    ['Class', '12', 'way'],
    ['File', 'PDF · 310 KB', 'short'],
    ['Exam', 'March 2024'],
    ['Variant', '<b>Set "3" & \'4\'</b>', 'plain'],
  ]
  const rendered = renderToStaticMarkup(createElement(FactList, { facts, roll: 'Roll number' }))
  const plain = (html: string) => html.replace(/&#x?\w+;|&\w+;/g, '&')
  expect(plain(factList(facts, 'Roll number'))).toBe(plain(rendered))
  registerMessages('en', messages)
  const paper = {
    ...saved('a', 'A <script> & "b"', []).paper,
    grade: '12',
    pages: 2,
    size: 9,
    views: 0,
    publishedAt: '2026-01-01T00:00:00Z',
    board: '',
    syllabus: '',
    variant: '',
  }
  const pages = [{ width: 720, height: 1018 }, null, { width: 720, height: 1018 }, null]
  const html = firstView(
    {
      ...saved('a', '', []),
      paper: paper as unknown as PublishedPaper,
      pages,
      base: '/papers/a/pages/t',
      state: 'deleted',
    },
    '',
    'en',
  )
  expect(html).not.toContain('<script')
  expect([...html.matchAll(/<img src="([^"]+)"/g)].map(([, path]) => path)).toEqual([
    '/papers/a/pages/t/1-720.webp',
    '/papers/a/pages/t/3-720.webp',
  ])
  expect(html).toContain(messages.offline_deleted())
})

test('several papers are said as one sum, with the first that has a problem', () => {
  const progress = new Map([
    ['b', { state: 'fetching' as const, done: 50, total: 100 }],
    ['c', { state: 'full' as const, done: 0, total: 0 }],
  ])
  expect(sumUp(['a', 'b', 'c'], ['a'], progress)).toEqual({
    saved: 1,
    percent: 50,
    isBusy: true,
    problem: { id: 'c', state: 'full' },
  })
})

test('the size that is told counts pictures, texts and the file, and a re-rendered paper is another version', () => {
  const page = { width: 1440, height: 2036 }
  const pages = [page, null]
  const bytes = { pages: 40_000, file: 500_000, answers: 0 }
  expect(estimateBytes({ pages, bytes }, true)).toBe(547_000)
  expect(estimateBytes({ pages, bytes: { ...bytes, answers: 9_000 } }, false)).toBe(56_000)
  const paper = { referenceLink: null } as PublishedPaper
  const version = (pages: { width: number; height: number }[]) => versionOf({ base: '/a', pages, paper })
  expect(version([page])).not.toBe(version([page, page]))
})

const renewed = (more: object, link = '/files/a.pdf') => ({
  ...{ paper: { link, referenceLink: null } as PublishedPaper, bytes: { pages: 0, file: 0, answers: 0 } },
  ...{ base: '/one', pages: [{ width: 1, height: 1 }], isDone: true, answers: null, ...more },
})

test.each<
  [string, SavedPaper['state'], ReturnType<typeof renewed> | undefined, SavedPaper['state'], boolean]
>([
  ['is as it was', 'as-it-was', renewed({}), 'as-it-was', false],
  ['has another file', 'as-it-was', renewed({ base: '/two' }, '/files/b.pdf'), 'replaced', true],
  // Half of it would take the place of a whole one.
  [
    'has another file, half rendered',
    'as-it-was',
    renewed({ base: '/two', isDone: false }, '/files/b.pdf'),
    'replaced',
    false,
  ],
  ['is rendered again', 'renewed', renewed({ base: '/two' }), 'renewed', true],
  ['is being rendered again', 'renewed', renewed({ base: '/two', isDone: false }), 'renewed', false],
  ['is gone', 'as-it-was', undefined, 'deleted', false],
  ['is back', 'deleted', renewed({}), 'as-it-was', false],
  ['is back with another file', 'deleted', renewed({ base: '/two' }, '/files/b.pdf'), 'replaced', true],
])(
  'a saved paper that %s, and was %s, is fetched only when it is other and whole',
  (_, state, now, becomes, isFetched) => {
    expect(renewalOf({ ...renewed({}), state }, now)).toEqual({ state: becomes, isFetched })
  },
)
