import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { STARTED } from '#tests/support/child-site.ts'
import { makeHostedExport } from '#tests/support/hosted-export.ts'
import { printMachine } from './support/machine.ts'
import { fillCatalogue, pathOf } from './support/made-catalogue.ts'
import { figure, mebibytes, printTable } from './support/table.ts'

/** A site of so many papers, each with a file of 20 KB, exported and imported; and 500 papers of a hosted site. */
const PAPERS = Number(process.argv[2] ?? 10_000)
const HOSTED_PAPERS = 500
const FILE = randomBytes(20 * 1024)
/** Printed by each command at its end. */
const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  console.error('used ' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS * 1024]))
})`

printMachine()
const folder = mkdtempSync(join(tmpdir(), 'thervu-moving-'))
const [from, to, hosted] = ['from', 'to', 'hosted'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const archive = join(folder, 'site.tar')
const rows: string[][] = []
try {
  await makeSite(from)
  await measure(`export, ${figure(PAPERS)} papers`, from, ['export', archive])
  await measure('import and comparison', to, ['import', archive])
  await makeHostedExport(hosted, HOSTED_PAPERS)
  const moving = ['import', '--from-hosted', hosted]
  await measure(`dry run, ${HOSTED_PAPERS} hosted papers`, join(folder, 'moved'), moving)
  await measure('moving in', join(folder, 'moved'), [...moving, '--apply'])
  await measure('moving in again', join(folder, 'moved'), [...moving, '--apply'])
  printTable(
    `The archive has ${mebibytes(statSync(archive).size)}`,
    ['', 'processor seconds', 'seconds', 'most memory'],
    rows,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function makeSite(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const app = await createApp(config)
  await fillCatalogue(config.database, app, PAPERS)
  await app.close()
  const sqlite = new DatabaseSync(pathOf(config.database))
  const sum = (kind: string) => createHash(kind).update(FILE)
  sqlite
    .prepare('update stored_files set size = ?, sha256 = ?, md5_hash = ?')
    .run(FILE.length, sum('sha256').digest('hex'), sum('md5').digest('base64'))
  for (const { full_path } of sqlite.prepare('select full_path from stored_files').all()) {
    const path = join(dataDir, 'files', String(full_path))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, FILE)
  }
  sqlite.close()
}

async function measure(name: string, dataDir: string, [script, ...args]: string[]) {
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(REPORT)}`,
      join(import.meta.dirname, `../scripts/${script}.ts`),
      ...args,
    ],
    { env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const [, used] = /^used (.+)$/m.exec(said) ?? []
  if (code !== 0 || !used) throw new Error(`${name} ended with ${code}: ${said}`)
  const [seconds, memory] = JSON.parse(used)
  const wall = (performance.now() - begun) / 1000
  rows.push([name, figure(seconds, 1), figure(wall, 1), mebibytes(memory)])
}
