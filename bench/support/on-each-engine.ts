import pg from 'pg'
import { startPostgres, TEMPLATE } from '#tests/support/postgres-server.ts'

/**
 * Runs something on SQLite, then on a PostgreSQL of its own that waits for the disk (ENGINE=SQLite or PostgreSQL: on that
 * alone). Each `newEnv` is an empty database.
 */
export async function onEachEngine(
  work: (engine: string, newEnv: () => Promise<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const { ENGINE } = process.env
  if (ENGINE !== 'PostgreSQL') await work('SQLite', async () => ({}))
  if (ENGINE === 'SQLite') return
  const server = await startPostgres({ durable: true })
  const owner = new pg.Client(server.url('postgres'))
  await owner.connect()
  let databases = 0
  try {
    await work('PostgreSQL', async () => {
      const name = `bench_${++databases}`
      await owner.query(`create database ${name} template ${TEMPLATE}`)
      return { DATABASE_URL: server.url(name) }
    })
  } finally {
    await owner.end()
    await server.stop()
  }
}
