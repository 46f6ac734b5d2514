import { join } from 'node:path'
import { pino } from 'pino'
import type { Log } from '#domain/app.ts'
import type { Config } from './config.ts'
import { gatherTurn } from './gather-turn.ts'

/** A write for each line would cost as much as answering from the cache. */
const LOG_BUFFER = { minLength: 12_288, periodicFlush: 500 }
/** Beyond 4 KB, lines of two processes that write to one pipe could mix. */
const SHARED_LOG_BUFFER = { minLength: 3_072, maxWrite: 4_096, periodicFlush: 500 }

/** JSON lines: to standard output, or to DATA_DIR/server.log when a person is looking at the terminal. */
export function createLog(config: Pick<Config, 'dataDir' | 'logLevel' | 'workers'>): Log {
  const dest = process.stdout.isTTY ? join(config.dataDir, 'server.log') : 1
  const format = { level: config.logLevel, base: null, timestamp: createLogTime() }
  const shares = config.workers > 1
  const buffered = shares ? SHARED_LOG_BUFFER : LOG_BUFFER
  const destination = pino.destination({ dest, mkdir: true, sync: false, ...buffered })
  return pino(format, shares ? destination : gatherLines(destination))
}

/** Passes on the lines of a turn of the event loop as one: with each that comes, a destination measures all that wait. */
function gatherLines(destination: { write(lines: string): unknown }) {
  return { write: gatherTurn<string>((lines) => void destination.write(lines.join(''))) }
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
