import { join } from 'node:path'
import { pino } from 'pino'
import type { App, RequestLine } from '#domain/app.ts'
import type { Config } from './config.ts'
import { gatherTurn } from './gather-turn.ts'

/** Each write wakes a thread, which costs a server of one core as much as ten lines. */
const LOG_BUFFER = { minLength: 49_152, maxWrite: 65_536, periodicFlush: 500 }
/** In bytes, of lines that wait for a disk with room. */
const LOG_LIMIT = 16 * 1024 ** 2
/** What pino writes for "info". */
const INFO = pino.levels.values.info

/** JSON lines: to standard output, or to DATA_DIR/server.log when a person is looking at the terminal. */
export function createLog(config: Pick<Config, 'dataDir' | 'logLevel'>): Pick<App, 'log' | 'logRequest'> {
  const dest = process.stdout.isTTY ? join(config.dataDir, 'server.log') : 1
  const destination = pino.destination({
    dest,
    mkdir: true,
    sync: false,
    maxLength: LOG_LIMIT,
    ...LOG_BUFFER,
  })
  goOnWithoutRoom(destination)
  const time = createLogTime()
  const write = gatherLines(destination, time)
  const log = pino({ level: config.logLevel, base: null, timestamp: time }, { write })
  return { log, logRequest: log.isLevelEnabled('info') ? write : () => {} }
}

/** On a full disk lines are tried again, and dropped beyond `LOG_LIMIT`; the site neither ends for it nor waits for it to end. */
function goOnWithoutRoom(destination: ReturnType<typeof pino.destination>) {
  let isFailing = false
  destination.on('error', () => {
    isFailing = true
  })
  destination.on('write', () => {
    isFailing = false
  })
  const flushSync = destination.flushSync.bind(destination)
  // At the end of the process: it tries for ever.
  destination.flushSync = () => (isFailing ? undefined : flushSync())
}

type Destination = { write(lines: string): unknown }
type Write = (line: string | RequestLine) => void

/**
 * Passes on the lines of a turn of the event loop as one: with each that comes, a destination measures all that wait.
 * A request's line is made there as well: one after the other they take a third of what each takes between two answers.
 */
function gatherLines(destination: Destination, time: () => string): Write {
  return gatherTurn<string | RequestLine>((lines) => {
    let all = ''
    for (const line of lines) all += typeof line === 'string' ? line : lineOf(line, time())
    destination.write(all)
  })
}

/** What pino would write, for half of its time: all that a request's line may hold is known. */
function lineOf({ requestId, method, path, status, ms, address }: RequestLine, time: string) {
  const asked = `"method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms}`
  return `{"level":${INFO}${time},"requestId":"${requestId}",${asked},"address":${JSON.stringify(address)},"msg":"request"}\n`
}

/** The time as ISO 8601 writes it, made once for all lines of a millisecond. */
function createLogTime() {
  let last = { at: 0, text: '' }
  return () => {
    const at = Date.now()
    if (at !== last.at) last = { at, text: `,"time":"${new Date(at).toISOString()}"` }
    return last.text
  }
}
