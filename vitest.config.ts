import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What needs neither build nor browser; of these one reads PDFs, and is with the parts. */
const READS_PDFS = 'tests/autofill/fifteen-papers.test.ts'
const RULES = ['tests/{rules,search,autofill}/**/*.test.ts', 'tests/*.test.ts']
/** Real files, databases and PDFs. */
const PARTS = ['tests/{contracts,identity,inspection,pictures}/**/*.test.ts', READS_PDFS]

/** Of SQLite alone: copies of its file, its tables' history. PostgreSQL has its own of backups and moving. */
const OF_SQLITE = [
  'tests/http/{backups,backups-encrypted,backup-nightly,admin-backups,moving-archive}.test.ts',
  'tests/identity/migration.test.ts',
  'tests/http/loaded-at-start.test.ts',
  'tests/long/commands.test.ts',
]
/** Those of `tests/long`, which `npm test` leaves out, that need PostgreSQL. */
const LONG_ON_POSTGRES = 'tests/long/{server-kills,moving-to-postgres}.test.ts'
const LEFT_OUT = process.env.TEST_WITHOUT_LONG ? ['tests/long/**'] : []
/** `npm test -- --engine postgres` runs all that can run on either engine; `npm test` what touches storage most. */
const ON_POSTGRES = process.env.TEST_ALL_OF
  ? ['tests/{postgres,contracts,identity,http,long}/**/*.test.ts']
  : [
      'tests/postgres/*.test.ts',
      LONG_ON_POSTGRES,
      'tests/contracts/{paper-lists,search-index,centre-versions,recognition-jobs}.test.ts',
      'tests/identity/colleagues.test.ts',
    ]

const SITE = ['tests/support/built-site.ts']
const PROJECTS = [
  { name: 'rules', include: RULES, exclude: [READS_PDFS] },
  { name: 'parts', include: PARTS },
  // Everything else: the built site, and browsers.
  {
    name: 'site',
    include: ['tests/**/*.test.ts'],
    exclude: [...RULES, ...PARTS, 'tests/{postgres,long}/**'],
    globalSetup: SITE,
  },
  {
    name: 'long',
    include: ['tests/long/*.test.ts'],
    exclude: [LONG_ON_POSTGRES, ...LEFT_OUT],
    globalSetup: SITE,
  },
  {
    name: 'postgres',
    include: ON_POSTGRES,
    exclude: [...OF_SQLITE, ...LEFT_OUT],
    globalSetup: [...SITE, 'tests/support/postgres-setup.ts'],
    env: { TEST_ENGINE: 'postgres' },
  },
]

/** What takes longest; on a new machine, where no durations are known, files are put in order by their sizes. */
const LONGEST = /\/layout-[^/]+$/

/**
 * A worker that goes from one project to another begins again, so that each project's files stay together; what takes
 * longest comes first, so that no worker is left alone with it at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ project, moduleId }: TestSpecification) =>
      ['long', 'site', 'postgres', 'parts', 'rules'].indexOf(project.name) -
      (LONGEST.test(moduleId) ? 0.5 : 0)
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
    // What one project or run has transformed the next one reads.
    fsModuleCache: true,
    fsModuleCachePath: join(import.meta.dirname, '.cache/vitest'),
    setupFiles: [
      'tests/support/known-messages.ts',
      ...(process.env.RECORD_COVERAGE ? ['tests/support/record-coverage.ts'] : []),
    ],
    projects: PROJECTS.map((test) => ({ extends: true as const, test })),
  },
})
