import { join } from 'node:path'
import { pino } from 'pino'
import type { App } from '#domain/app.ts'
import type { Config } from './config.ts'

/** Each write wakes a thread, which costs a server of one core as much as ten lines. */
const LOG_BUFFER = { minLength: 49_152, maxWrite: 65_536, periodicFlush: 500 }
/** In bytes, of lines that wait for a disk with room. */
const LOG_LIMIT = 16 * 1024 ** 2

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
  surviveFullDisk(destination)
  const write = gatherLines(destination)
  const log = pino({ level: config.logLevel, base: null, timestamp: timeOfLine }, { write })
  return { log, logRequest: (line) => log.info(line, 'request') }
}

let last = { at: 0, text: '' }

/** As pino's `isoTime`, made once for all lines of a millisecond. */
function timeOfLine(): string {
  const at = Date.now()
  if (at !== last.at) last = { at, text: `,"time":"${new Date(at).toISOString()}"` }
  return last.text
}

/** On a full disk lines are tried again, and dropped beyond `LOG_LIMIT`; the site neither ends for it nor waits for it to end. */
function surviveFullDisk(destination: ReturnType<typeof pino.destination>) {
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

type Write = (line: string) => void

/** Passes on the lines of a turn of the event loop as one: with each that comes, a destination measures all that wait. */
function gatherLines(destination: { write(lines: string): unknown }): Write {
  return gatherTurn<string>((lines) => destination.write(lines.join('')))
}

const gathering = new Set<() => void>()
// One that hands on to another adds it to the set that is being walked.
process.on('exit', () => {
  for (const pass of gathering) pass()
})

/** What is given in one turn of the event loop is handed on at its end, or when the process exits before. */
function gatherTurn<Item>(handOn: (items: Item[]) => void): (item: Item) => void {
  let items: Item[] = []
  const pass = () => {
    gathering.delete(pass)
    const passed = items
    items = []
    handOn(passed)
  }
  return (item) => {
    if (items.push(item) > 1) return
    gathering.add(pass)
    setImmediate(pass)
  }
}
