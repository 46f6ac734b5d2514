import { expect, test } from 'vitest'
import { summariseTests, type TestReport } from '../../scripts/summarise-tests.ts'
import { namedAfter, testsOfChanges } from '../../scripts/support/changed-tests.ts'
import { faultsOf } from '../../scripts/support/faults.ts'

const IMPORTS = new Map([
  ['src/domain/search/spelling.ts', []],
  ['src/domain/search/understand.ts', ['src/domain/search/spelling.ts']],
  ['src/domain/files/bin-store.server.ts', []],
  ['src/server/serve-site.ts', ['src/domain/search/understand.ts', 'src/domain/files/bin-store.server.ts']],
  ['src/web/root.tsx', []],
  ['tests/support/site.ts', ['src/server/serve-site.ts']],
  ['tests/search/spelling.test.ts', ['src/domain/search/understand.ts']],
  ['tests/http/admin-bin.test.ts', ['tests/support/site.ts']],
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
    'tests/http/admin-bin.test.ts',
  ])
})

test('once it is recorded what ran for each test, those over HTTP run for which a changed file ran, whatever their names', () => {
  const covered = new Map([
    ['tests/http/find.test.ts', new Set(['src/domain/search/spelling.ts'])],
    ['tests/http/admin-bin.test.ts', new Set(['src/web/root.tsx'])],
  ])
  expect(testsOfChanges(['src/domain/search/spelling.ts'], IMPORTS, covered)).toEqual([
    'tests/http/find.test.ts',
    'tests/search/spelling.test.ts',
  ])
  expect(testsOfChanges(['src/web/root.tsx'], IMPORTS, covered), 'pages run as they are built').toEqual([
    'tests/browser/whole-walk.test.ts',
  ])
  expect(testsOfChanges(['src/domain/files/bin-store.server.ts'], IMPORTS, covered)).toEqual([
    'tests/http/admin-bin.test.ts',
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

/** Every text that comes of one fault. */
function broken(text: string) {
  return faultsOf('a.ts', text).map(
    ({ start, end, insert }) => text.slice(0, start) + insert + text.slice(end),
  )
}

test('comparisons, conditions, numbers and what is returned are changed one at a time', () => {
  expect(broken('const far = (a: number) => a >= 3 && !near')).toEqual([
    'const far = (a: number) => a > 3 && !near',
    'const far = (a: number) => a >= (3 + 1) && !near',
    'const far = (a: number) => a >= 3 || !near',
    'const far = (a: number) => a >= 3 && near',
  ])
  expect(broken('function f() { if (a) b(); return c }')).toEqual([
    'function f() { if (true) b(); return c }',
    'function f() { if (false) b(); return c }',
    'function f() { if (a) ; return c }',
    'function f() { if (a) b(); return undefined as never }',
  ])
})

test('types, imports, joined texts, the log and what is thrown are left alone', () => {
  expect(broken("import a from 'a'\ntype B = 1 | true\nconst c = 'x' + d\nlog.info({ a: 1 }, 'x')")).toEqual(
    [],
  )
  expect(broken('if (!paper) throw new Error(1 + 2)')).toEqual([
    'if (true) throw new Error(1 + 2)',
    'if (paper) throw new Error(1 + 2)',
  ])
})

const CALM = { checks: [], failed: false, chosen: false }

function reportOf(...tests: [name: string, status: string, duration?: number][]): TestReport {
  return {
    numFailedTests: tests.filter(([, status]) => status === 'failed').length,
    testResults: [
      {
        name: '/somewhere/tests/http/files.test.ts',
        assertionResults: tests.map(([fullName, status, duration]) => ({ fullName, status, duration })),
      },
    ],
  }
}

test('the fifteen slowest tests are before the last line, the slowest first', () => {
  const many = Array.from({ length: 20 }, (_, at) => [`test ${at}`, 'passed', at * 1000] as const)
  const { lines, failed } = summariseTests(
    reportOf(...many.map((one) => [...one] as [string, string, number])),
    CALM,
  )
  expect(lines).toHaveLength(17)
  expect(lines[1]).toBe('  19.0 s  tests/http/files.test.ts > test 19')
  expect(lines.at(-2)).toBe('   5.0 s  tests/http/files.test.ts > test 5')
  expect([lines.at(-1), failed]).toEqual(['20 passed, 0 failed', 0])
})

test('skipped tests are counted and named, unless tests were chosen by name', () => {
  const report = reportOf(['one', 'passed', 5], ['left out', 'skipped'], ['not yet', 'todo'])
  const { lines } = summariseTests(report, CALM)
  expect(lines.slice(-4)).toEqual([
    'Skipped:',
    '  tests/http/files.test.ts > left out',
    '  tests/http/files.test.ts > not yet',
    '1 passed, 0 failed, 2 skipped',
  ])
  const chosen = summariseTests(report, { ...CALM, chosen: true })
  expect(chosen.lines.join()).not.toContain('kipped')
  expect(chosen.lines.at(-1)).toBe('1 passed, 0 failed')
})

test('checks are counted, and a run that failed without a failed test has failed', () => {
  const report = reportOf(['one', 'passed', 5], ['two', 'failed', 5])
  expect(summariseTests(report, { ...CALM, checks: [true, false], failed: true })).toMatchObject({
    lines: expect.arrayContaining(['2 passed, 2 failed']),
    failed: 2,
  })
  const empty = { numFailedTests: 0, testResults: [] }
  expect(summariseTests(empty, { ...CALM, failed: true })).toEqual({
    lines: ['0 passed, 1 failed'],
    failed: 1,
  })
})
