import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The commands in fresh clones take minutes: begun first, they leave no worker alone with them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/tests/commands/'))
    return (await super.sort(files)).toSorted((one, other) => isLong(other) - isLong(one))
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Far more than any test takes: a slow machine is no fault of the site.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files of one worker share its modules: the built server is read and warmed up three times and not for each file.
    isolate: false,
  },
})
