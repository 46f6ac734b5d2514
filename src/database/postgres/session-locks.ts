import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Fault } from '../faults.ts'
import type { Lock, Locks } from '../locks.ts'
import { clientConfig } from './connection-settings.ts'

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

/** By SQLSTATE or its class: out of room; conflicts, timeouts, too many connections, a server that stops or is gone. */
const FAULTS: [codes: RegExp, fault: Fault][] = [
  [/^53100$/, 'full'],
  [/^(40001|40P01|55P03|57014|57P0[1-5]|53200|53300|25P03|25006|08.{3})$/, 'busy'],
  [/^(ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/, 'busy'],
]
/** The driver's own errors have no code. */
const LOST =
  /^(Connection terminated|Query read timeout|timeout e|Client has encountered a connection error|The server does not support SSL)/
/** After a migration, of statements that were prepared before it: a new connection prepares them again. */
const OUTDATED = /cached plan must not change result type/
const CONFLICTS = ['40001', '40P01']

export function markFault(error: unknown): void {
  const fault = faultOf(error)
  if (fault) Object.assign(error as object, { fault })
}

/** Whether another transaction was in the way, so that the same one may succeed when it is run again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(codeOf(error))
}

/** Whether the connection is of no use any more. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  return /^(08.{3}|57P0[1-5]|25P03|25006|E[A-Z_]+)$/.test(code) || isOfDriver(error) || isOutdated(error)
}

function faultOf(error: unknown): Fault | undefined {
  if (isOfDriver(error) || isOutdated(error)) return 'busy'
  const code = codeOf(error)
  return FAULTS.find(([codes]) => codes.test(code))?.[1]
}

function isOfDriver(error: unknown) {
  return LOST.test(messageOf(error))
}

function isOutdated(error: unknown) {
  return OUTDATED.test(messageOf(error))
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}

function messageOf(error: unknown): string {
  return String((error as { message?: unknown } | null)?.message ?? '')
}
