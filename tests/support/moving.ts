import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Member } from '#domain/archive/archive.ts'
import { isOfThisServer } from '#domain/milestones.server.ts'
import { readTar, writeTar } from '#server/adapters/tar-file.ts'
import { STARTED } from './child-site.ts'
import { databaseEnv } from './engine.ts'
import { filesIn } from './stored.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Tables that no archive carries: they are of one device or one moment, or made from others. */
const LEFT_BEHIND =
  /^(sessions|sign_in_\w+|warnings|told_alerts|password_resets|unsettled_files|drawing_jobs|page_texts|paper_counts_age|content_version|kysely_\w+|(paper|page)_search\w*|search_(words|state))$/

export type Command = { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> }

/** A command of the project as a process of its own, on a data folder. */
export function startCommand(
  script: 'export' | 'import' | 'sweep',
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
): Command {
  const child = spawn(process.execPath, [join(ROOT, `scripts/${script}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}

/** On the data folder's database of the run's engine, unless `env` names another. */
export async function runCommand(
  script: 'export' | 'import' | 'sweep',
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
) {
  return await startCommand(script, args, dataDir, { ...(await databaseEnv(dataDir)), ...env }).ended
}

/** Every row and every file that a site must not lose; what names its place, such as the bucket, may differ. */
export function wholeSite(dataDir: string) {
  const sqlite = new DatabaseSync(join(dataDir, 'thervu.db'), { readOnly: true, timeout: 5000 })
  try {
    const read = (query: string) => sqlite.prepare(query).all() as Record<string, unknown>[]
    const names = read("select name from sqlite_master where type = 'table' order by name")
      .map(({ name }) => String(name))
      .filter((name) => !LEFT_BEHIND.test(name))
    const tables = names.map((name) => {
      const rows = read(`select * from "${name}"`)
        .filter((row) => name !== 'paper_counts' || row.papers !== 0)
        .filter((row) => name !== 'milestones' || !isOfThisServer(String(row.name)))
        .filter((row) => name !== 'sqlite_sequence' || !LEFT_BEHIND.test(String(row.name)))
        .map(({ bucket: _bucket, changed: _changed, ...row }) => JSON.stringify(row))
      return [name, rows.sort()]
    })
    const files = ['files', 'inbox'].flatMap((folder) =>
      filesIn(join(dataDir, folder)).map((name) => [
        join(folder, name),
        createHash('sha256')
          .update(readFileSync(join(dataDir, folder, name)))
          .digest('hex'),
      ]),
    )
    return { ...Object.fromEntries(tables), files }
  } finally {
    sqlite.close()
  }
}

export function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

/** The archive with some of its members changed or left out, as somebody might have done who put it together again. */
export async function rewriteArchive(
  from: string,
  to: string,
  change: (member: Member) => Member | null,
): Promise<string> {
  await writeTar(to, changed())
  return to

  async function* changed() {
    for await (const member of readTar(from, () => {})) {
      const left = change(member)
      if (left) yield left
    }
  }
}
