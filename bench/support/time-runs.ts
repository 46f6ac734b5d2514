import { figure } from './table.ts'

const WARM_UP_RUNS = 100
const RUNS = { least: 200, most: 2_000 }

/**
 * In ms: median and 99th percentile of the runs without an involuntary context switch (of all, if there is none),
 * then the 99th percentile of all, which shows the machine's load. `before` runs before each run, untimed.
 */
export async function timeRuns(
  run: (nth: number) => Promise<unknown>,
  timeLimitMs = 2_000,
  before: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const all: number[] = []
  const undisturbed: number[] = []
  const end = performance.now() + timeLimitMs
  const interruptions = () => process.resourceUsage().involuntaryContextSwitches
  for (let nth = 0; nth < WARM_UP_RUNS; nth++) await run(nth)
  while (all.length < RUNS.most && (all.length < RUNS.least || performance.now() < end)) {
    await before()
    const interrupted = interruptions()
    const begun = performance.now()
    await run(all.length)
    const taken = performance.now() - begun
    all.push(taken)
    if (interruptions() === interrupted) undisturbed.push(taken)
  }
  const share = (times: number[], part: number) =>
    figure(times.sort((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN, 2)
  const counted = undisturbed.length > 0 ? undisturbed : all
  return [share(counted, 0.5), share(counted, 0.99), share(all, 0.99)]
}
