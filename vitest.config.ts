import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Far more than any test takes: a slow machine is no fault of the site.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 3,
    // Files of one worker share its modules: the built server is read and warmed up three times and not for each file.
    isolate: false,
  },
})
