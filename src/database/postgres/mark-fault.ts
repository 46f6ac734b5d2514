import type { Fault } from '../faults.ts'

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
