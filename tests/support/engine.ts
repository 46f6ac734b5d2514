import { createHash } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './postgres-server.ts'

/** The database engine that this run's tests are for. */
export const ENGINE = process.env.TEST_ENGINE ?? 'sqlite'
export const isPostgres = ENGINE === 'postgres'

/** Settings that give a data folder a database of the run's engine: the same one each time it is asked. */
export async function databaseEnv(dataDir: string): Promise<Record<string, string>> {
  if (!isPostgres) return {}
  const name = nameFor(dataDir)
  await asOwner(async (client) => {
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await client.query(`create database ${name} template ${TEMPLATE}`)
  })
  return { DATABASE_URL: urlOf(name) }
}

/** As a dump and its restoring make it; whoever uses the first one loses the connection. */
export async function copyDatabase(from: string, to: string): Promise<Record<string, string>> {
  await asOwner(async (client) => {
    await client.query(`alter database ${nameFor(from)} with allow_connections false`)
    try {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        nameFor(from),
      ])
      await client.query(`create database ${nameFor(to)} template ${nameFor(from)}`)
    } finally {
      await client.query(`alter database ${nameFor(from)} with allow_connections true`)
    }
  })
  return await databaseEnv(to)
}

export async function dropDatabase(dataDir: string): Promise<void> {
  if (!isPostgres) return
  await asOwner((client) => client.query(`drop database if exists ${nameFor(dataDir)} with (force)`))
}

function urlOf(database: string) {
  return Object.assign(new URL(inject('postgres')), { pathname: `/${database}` }).href
}

function nameFor(dataDir: string) {
  return `test_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
}

async function asOwner(work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(urlOf('postgres'))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
