import { expect, test } from 'vitest'
import { summariseTests, type TestReport } from '../../scripts/summarise-tests.ts'

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

test('the fifteen slowest tests stand before the last line, the slowest first', () => {
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
