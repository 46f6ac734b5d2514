import { expect, test } from 'vitest'
import { namedAfter, testsOfChanges } from '../../scripts/support/changed-tests.ts'

const IMPORTS = new Map([
  ['src/domain/search/spelling.ts', []],
  ['src/domain/search/understand.ts', ['src/domain/search/spelling.ts']],
  ['src/domain/files/bin-store.server.ts', []],
  ['src/server/serve-site.ts', ['src/domain/search/understand.ts', 'src/domain/files/bin-store.server.ts']],
  ['src/web/root.tsx', []],
  ['tests/support/site.ts', ['src/server/serve-site.ts']],
  ['tests/search/spelling.test.ts', ['src/domain/search/understand.ts']],
  ['tests/http/desk-bin.test.ts', ['tests/support/site.ts']],
  ['tests/http/find.test.ts', ['tests/support/site.ts']],
  ['tests/browser/search-filters.test.ts', ['tests/support/site.ts']],
  ['tests/browser/whole-walk.test.ts', ['tests/support/site.ts']],
  ['tests/long/kills.test.ts', ['tests/support/site.ts']],
])

test('tests that import what changed run, and those of the site that bear its name or its folder’s', () => {
  expect(testsOfChanges(['src/domain/search/spelling.ts'], IMPORTS)).toEqual([
    'tests/browser/search-filters.test.ts',
    'tests/search/spelling.test.ts',
  ])
  expect(testsOfChanges(['src/domain/files/bin-store.server.ts'], IMPORTS)).toEqual([
    'tests/http/desk-bin.test.ts',
  ])
})

test('what no test is named after runs the walk through the site', () => {
  expect(testsOfChanges(['src/web/root.tsx'], IMPORTS)).toEqual(['tests/browser/whole-walk.test.ts'])
  expect(namedAfter('src/server/start.ts', ['tests/http/find.test.ts'])).toEqual([])
})

test('a changed test runs itself, and a changed helper all that use it', () => {
  expect(testsOfChanges(['tests/http/find.test.ts'], IMPORTS)).toEqual(['tests/http/find.test.ts'])
  expect(testsOfChanges(['tests/support/site.ts'], IMPORTS)).toHaveLength(4)
})

test('what takes long runs only when it has changed itself', () => {
  expect(testsOfChanges(['tests/long/kills.test.ts'], IMPORTS)).toEqual(['tests/long/kills.test.ts'])
})

test('words in documents run nothing, and what everything is built from runs everything', () => {
  expect(testsOfChanges(['README.md', 'docs/home.png'], IMPORTS)).toEqual([])
  expect(testsOfChanges(['README.md', 'vite.config.ts'], IMPORTS)).toBeNull()
})
