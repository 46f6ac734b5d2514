import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What needs neither build nor browser; of these one reads PDFs, and is with the parts. */
const READS_PDFS = 'tests/autofill/fifteen-papers.test.ts'
const RULES = ['tests/{rules,search,autofill}/**/*.test.ts', 'tests/*.test.ts']
/** Real files, databases and PDFs. */
const PARTS = ['tests/{contracts,identity,inspection,pictures}/**/*.test.ts', READS_PDFS]

/** Of SQLite alone: copies of its file, its tables' history. `tests/postgres` has its own of backups and moving. */
const OF_SQLITE = [
  'tests/http/{backups,backup-nightly,moving-archive}.test.ts',
  'tests/identity/migration.test.ts',
  'tests/http/loaded-at-start.test.ts',
]
/** `npm test -- --engine postgres` runs all that can run on either engine; `npm test` what touches storage most. */
const ON_POSTGRES = process.env.TEST_ALL_OF
  ? ['tests/{postgres,contracts,identity,http}/**/*.test.ts']
  : [
      'tests/postgres/*.test.ts',
      'tests/contracts/{paper-lists,search-index,centre-versions,recognition-jobs}.test.ts',
      'tests/identity/colleagues.test.ts',
    ]

const PROJECTS = [
  { name: 'rules', include: RULES, exclude: [READS_PDFS] },
  { name: 'parts', include: PARTS },
  // Everything else: the built site, and browsers.
  {
    name: 'site',
    include: ['tests/**/*.test.ts'],
    exclude: [...RULES, ...PARTS, 'tests/postgres/**'],
    globalSetup: ['tests/support/built-site.ts'],
  },
  {
    name: 'postgres',
    include: ON_POSTGRES,
    exclude: OF_SQLITE,
    globalSetup: ['tests/support/built-site.ts', 'tests/support/postgres-setup.ts'],
    env: { TEST_ENGINE: 'postgres' },
  },
]

/**
 * The commands in fresh clones take minutes: begun first, they leave no worker alone with them at the end. A worker that
 * goes from one project to another begins anew, so that each project's files stay together.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes('/tests/commands/')
        ? -1
        : ['site', 'postgres', 'parts', 'rules'].indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    // Far more than any test takes: a slow machine is no fault of the site.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files of one worker share its modules: the built server is read and warmed up three times and not for each file.
    isolate: false,
    setupFiles: ['tests/support/known-messages.ts'],
    projects: PROJECTS.map((test) => ({ extends: true as const, test })),
  },
})
