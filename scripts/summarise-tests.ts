/** Vitest's JSON report; durations in milliseconds. */
export type TestReport = {
  numFailedTests: number
  testResults: {
    name: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

const SLOWEST = 15

/** `checks` are true when passed; with `chosen`, tests that were left out are not listed as skipped. */
export function summariseTests(
  { numFailedTests, testResults }: TestReport,
  { checks, failed, chosen }: { checks: boolean[]; failed: boolean; chosen: boolean },
): { lines: string[]; failed: number } {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      name: `${name.replace(/^.*\/tests\//, 'tests/')} > ${fullName}`,
      status,
      seconds: (duration ?? 0) / 1000,
    })),
  )
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed')
  const skipped = chosen ? [] : tests.filter((test) => !ran.includes(test))
  const slowest = ran.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const passedCount = count(checks, true) + ran.filter(({ status }) => status === 'passed').length
  // A file that fails to load has no failed test in it.
  const failedCount = count(checks, false) + Math.max(numFailedTests, failed ? 1 : 0)
  const counts = [`${passedCount} passed`, `${failedCount} failed`]
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`)
  return {
    lines: [
      ...(slowest.length > 0 ? ['The slowest tests:'] : []),
      ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
      ...(skipped.length > 0 ? ['Skipped:'] : []),
      ...skipped.map(({ name }) => `  ${name}`),
      counts.join(', '),
    ],
    failed: failedCount,
  }
}

function count(checks: boolean[], outcome: boolean): number {
  return checks.filter((one) => one === outcome).length
}
