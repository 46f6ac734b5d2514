import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Lock, Locks } from '../locks.ts'
import { clientConfig } from './connection-settings.ts'
import { markFault } from './mark-fault.ts'

/** Held by every server that runs. */
const SERVERS = 'servers'

/**
 * Advisory locks of a connection of their own: PostgreSQL gives them to others as soon as the connection ends, so that
 * what a killed server held is free at once, without a lease that depends on clocks.
 */
export function openLocks(url: string): Locks & { close(): Promise<void> } {
  const held = new Map<string, pg.Client>()
  let connected: Promise<pg.Client> | undefined
  let isServer = false

  function connection(): Promise<pg.Client> {
    if (connected) return connected
    const attempt = connect(url).then(takePart)
    connected = attempt
    attempt.then(
      (client) => client.once('end', () => forget(attempt, client)),
      () => forget(attempt),
    )
    return attempt
  }

  /** On each new connection: while it is gone, others may believe that they are alone. */
  async function takePart(client: pg.Client) {
    if (isServer) await ask(client, 'pg_try_advisory_lock_shared', SERVERS)
    return client
  }

  function forget(lost: Promise<pg.Client>, client?: pg.Client) {
    if (connected === lost) connected = undefined
    for (const [name, owner] of held) if (owner === client) held.delete(name)
  }

  return {
    async claim(name) {
      const client = await connection()
      // A connection may take the same lock twice.
      if (held.has(name)) return null
      held.set(name, client)
      const isTaken = await ask(client, 'pg_try_advisory_lock', name).catch((error: unknown) => {
        held.delete(name)
        throw error
      })
      if (!isTaken) held.delete(name)
      return isTaken ? lockOf(name, client) : null
    },
    async enter() {
      const client = await connection()
      const isAlone = await ask(client, 'pg_try_advisory_lock', SERVERS)
      await ask(client, 'pg_advisory_lock_shared', SERVERS)
      if (isAlone) await ask(client, 'pg_advisory_unlock', SERVERS)
      isServer = true
      return isAlone
    },
    async alone(name, work) {
      const client = await connect(url)
      try {
        await ask(client, 'pg_advisory_lock', name)
        return await work()
      } finally {
        await client.end()
      }
    },
    async close() {
      await connected?.then((client) => client.end()).catch(() => {})
    },
  }

  function lockOf(name: string, client: pg.Client): Lock {
    const isHeld = () => held.get(name) === client
    return {
      isHeld,
      async release() {
        if (!isHeld()) return
        // A connection that breaks now gives the lock back, too.
        await ask(client, 'pg_advisory_unlock', name).catch(() => {})
        held.delete(name)
      },
    }
  }
}

async function connect(url: string) {
  const client = new pg.Client(clientConfig({ url, statementMs: 0 }))
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    markFault(error)
    throw error
  }
}

async function ask(client: pg.Client, call: string, name: string): Promise<boolean> {
  try {
    const { rows } = await client.query({
      text: `select ${call}($1)`,
      values: [numberOf(name)],
      rowMode: 'array',
    })
    return rows[0]?.[0] === 1
  } catch (error) {
    markFault(error)
    throw error
  }
}

function numberOf(name: string) {
  return createHash('sha256').update(`thervu ${name}`).digest().readBigInt64BE(0).toString()
}
