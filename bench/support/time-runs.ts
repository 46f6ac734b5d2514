import { figure } from './table.ts'

const WARM_UP_RUNS = 100
const RUNS = { least: 200, most: 2_000 }

/**
 * Median and 99th percentile of one run in milliseconds, of the runs during which the system gave the processor to
 * nobody else, or of all where there was none such; then the 99th percentile of all runs, which on a busy machine
 * measures the neighbours. `before` runs before each and is not timed.
 */
export async function timeRuns(
  run: (turn: number) => Promise<unknown>,
  timeLimitMs = 2_000,
  before: () => Promise<unknown> = async () => {},
): Promise<string[]> {
  const all: number[] = []
  const undisturbed: number[] = []
  const end = performance.now() + timeLimitMs
  const interruptions = () => process.resourceUsage().involuntaryContextSwitches
  for (let turn = 0; turn < WARM_UP_RUNS; turn++) await run(turn)
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
