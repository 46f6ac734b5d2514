import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { estimateBytes, filesOf, versionOf } from '#domain/keeping/keepable-paper.ts'
import { knowMessages } from '#domain/language/messages.ts'
import type { Paper, PublishedPaper } from '#domain/paper/paper.ts'
import * as messages from '#messages/en.js'
import type { KeptPaper } from '#web/routes/visitor/keeping/keep/kept-store.ts'
import { renewalOf } from '#web/routes/visitor/keeping/keep/run-queue.ts'
import { sumUp } from '#web/routes/visitor/keeping/keep-sums.ts'
import { findKept } from '#web/routes/visitor/kept/find-kept.ts'
import { factList, firstView } from '#web/routes/visitor/kept/first-view.ts'
import type { Fact } from '#web/routes/visitor/paper/facts-of.ts'
import { FactList } from '#web/routes/visitor/paper/paper-facts.tsx'
import {
  insteadOf,
  kindOf,
  mayBeStored,
  messagesFor,
  neededBy,
  pageOfData,
} from '#web/worker/request-kinds.ts'

const ORIGIN = 'https://papers.example'

function ask(path: string, { from = '/practice', method = 'GET', isNavigation = true } = {}) {
  return kindOf({ method, url: new URL(path, ORIGIN), isNavigation, from: new URL(from, ORIGIN) }, ORIGIN)
}

test('the worker leaves the desk, the API, other sites and all that writes to the browser', () => {
  const left = ['/admin', '/admin/upload', '/login', '/login.data', '/ta/login', '/api/papers', '/robots.txt']
  expect(left.map((path) => ask(path))).toEqual(left.map(() => null))
  expect(ask('https://elsewhere.example/practice')).toBeNull()
  expect(ask('/practice', { method: 'POST' })).toBeNull()
  expect(ask('/?sw=off')).toBeNull()
  expect(ask('/assets/desk-1.js', { from: '/admin', isNavigation: false })).toBeNull()
})

test('the worker knows what is asked for, in each language', () => {
  expect(['/', '/practice', '/ta/practice', '/ta', '/papers/a/b'].map((path) => ask(path))).toEqual(
    Array(5).fill('page'),
  )
  expect(['/kept', '/ta/kept?paper=a', '/hi/kept'].map((path) => ask(path))).toEqual(
    Array(3).fill('kept-page'),
  )
  const part = { isNavigation: false }
  expect(ask('/assets/core-1.js', part)).toBe('asset')
  expect(ask('/content/abc.json', part)).toBe('asset')
  expect(ask('/papers/a/b.data?_routes=x', part)).toBe('data')
  expect(ask('/papers/a/pages/tag/1-720.webp', part)).toBe('file')
  expect(ask('/files/jee/a.pdf')).toBe('file')
})

test('a page that cannot be reached leads to the kept paper, to its words, or to what is kept', () => {
  const lead = (path: string, isKept = false) => insteadOf(new URL(path, ORIGIN), isKept)
  expect(lead('/papers/ab1/matrices', true)).toBe('/kept?paper=ab1')
  expect(lead('/papers/ab1/matrices')).toBe('/kept?unreached=%2Fpapers%2Fab1%2Fmatrices')
  expect(lead('/ta/search?q=inverse')).toBe('/ta/kept?q=inverse')
})

test('data that cannot be had belongs to a page, which is loaded as a document instead', () => {
  const page = (path: string) => pageOfData(new URL(path, ORIGIN)).href.slice(ORIGIN.length)
  expect(page('/practice.data?q=a&_routes=b')).toBe('/practice?q=a')
  expect(page('/_.data')).toBe('/')
  expect(page('/ta/resources/cbse/12/_.data')).toBe('/ta/resources/cbse/12/')
})

test('only public answers are stored', () => {
  const answer = (status: number, control: string) =>
    mayBeStored({ status, headers: new Headers({ 'Cache-Control': control }) })
  expect([answer(200, 'no-cache'), answer(200, 'public, max-age=60')]).toEqual([true, true])
  expect([answer(200, 'no-store'), answer(200, 'private'), answer(503, 'no-cache')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a page is remembered with its code and with what the centre says of itself', () => {
  const digest = 'abcdefghijklmnopqrstuv'
  const html = `<html lang="en-IN" data-content="${digest}"><link href="/assets/a-1.woff2"><script src="/assets/b-2.js"></script>"/assets/b-2.js"`
  expect(neededBy(html)).toEqual(['/assets/a-1.woff2', '/assets/b-2.js', `/content/${digest}.json`])
  expect(neededBy(html.replace('en-IN', 'ta')).at(-1)).toBe(`/content/${digest}.json?language=ta`)
  const messages = ['/assets/en-1.js', '/assets/hi-2.js', '/assets/ta-3.js']
  expect(['/kept', '/ta/kept'].map((path) => messagesFor(path, messages))).toEqual([
    ['/assets/en-1.js'],
    ['/assets/ta-3.js'],
  ])
})

function kept(id: string, title: string, texts: string[]): KeptPaper {
  const paper = { id, title, type: 'cbse', grade: '12', subject: 'Physics', month: 'March', year: 2024 }
  return { id, paper: paper as unknown as Paper, texts } as unknown as KeptPaper
}

test('what is kept is found by its title and facts first, then by what stands on a page', () => {
  const papers = [
    kept('a', 'Board paper', ['Find the focal length\nof the lens', 'Write the ledger']),
    kept('b', 'Lens and mirror', ['']),
    kept('c', 'அரையாண்டுத் தேர்வு', ['']),
  ]
  const ids = (words: string) => findKept(papers, words).map(({ paper, inside }) => [paper.id, inside?.page])
  expect(ids('lens')).toEqual([
    ['b', undefined],
    ['a', 1],
  ])
  expect(ids('LEDGER write')).toEqual([['a', 2]])
  expect(ids('physics 2024').length).toBe(3)
  expect(ids('தேர்வு')).toEqual([['c', undefined]])
  expect(ids('  ').length).toBe(3)
  expect(ids('lens ledger')).toEqual([])
  expect(findKept(papers, 'focal')[0]?.inside?.snippet).toBe('Find the focal length of the lens')
})

test('answers that are a file of the site are kept with the paper, and others make it another version', () => {
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

test('what the worker shows first has the facts as React draws them, and no markup of a title', () => {
  const facts: Fact[] = [
    ['Class', '12', 'way'],
    ['File', 'PDF · 310 KB', 'short'],
    ['Exam', 'March 2024'],
    ['Variant', '<b>Set "3" & \'4\'</b>', 'plain'],
  ]
  const drawn = renderToStaticMarkup(createElement(FactList, { facts, roll: 'Roll number' }))
  const plain = (html: string) => html.replace(/&#x?\w+;|&\w+;/g, '&')
  expect(plain(factList(facts, 'Roll number'))).toBe(plain(drawn))
  knowMessages('en', messages)
  const paper = {
    ...kept('a', 'A <script> & "b"', []).paper,
    grade: '12',
    pages: 2,
    size: 9,
    views: 0,
    publishedAt: '2026-01-01T00:00:00Z',
    board: '',
    variant: '',
  }
  const pages = [{ width: 720, height: 1018 }, null, { width: 720, height: 1018 }, null]
  const html = firstView(
    {
      ...kept('a', '', []),
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
  expect(html).toContain(messages.kept_deleted())
})

test('several papers are said as one sum, with the first that has a problem', () => {
  const progress = new Map([
    ['b', { state: 'fetching' as const, done: 50, total: 100 }],
    ['c', { state: 'full' as const, done: 0, total: 0 }],
  ])
  expect(sumUp(['a', 'b', 'c'], ['a'], progress)).toEqual({
    kept: 1,
    percent: 50,
    isBusy: true,
    problem: { id: 'c', state: 'full' },
  })
})

test('the size that is told counts pictures, texts and the file, and a redrawn paper is another version', () => {
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
  ...{ base: '/one', pages: [{ width: 1, height: 1 }], isDone: true, ...more },
})

test.each<[string, KeptPaper['state'], ReturnType<typeof renewed> | undefined, KeptPaper['state'], boolean]>([
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
  'a kept paper that %s, and was %s, is fetched only when it is other and whole',
  (_, state, now, becomes, isFetched) => {
    expect(renewalOf({ ...renewed({}), state }, now)).toEqual({ state: becomes, isFetched })
  },
)
