import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { createApp } from '../create-app.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { NoteSearch } from '../middleware/answered-searches.ts'
import { namesTwoHosts } from '../middleware/client.ts'
import { COUNTED_BY } from '../middleware/counted-request.ts'
import { openQuarantine } from '../uploading/quarantine.ts'
import { forwardTo, isForOwner } from './forward.ts'
import { guardConnections } from './guard-connections.ts'
import { limitConnections } from './limit-connections.ts'
import { createHandle, drain, listen } from './listen.ts'
import type { Assignment, WorkerMessage } from './page-workers.ts'

const CLIENT = join(PROJECT_ROOT, 'build/client')

process.once('disconnect', () => process.exit(1))
process.once('message', (assignment: Assignment) => {
  serve(assignment).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})

/** Answers visitors' pages, lists and files from a connection of its own; everything else is the owner's. */
async function serve({ port, socketPath }: Assignment) {
  const config = readConfig()
  const app = await createApp(config, { isOwner: false })
  // Never used, since whatever uploads or merges is forwarded.
  const quarantine = await openQuarantine(join(socketPath, '..'))
  const { createHttp } = await import('../create-http.ts')
  const note: NoteSearch = ({ address, header }, q, found) => {
    const headers = Object.fromEntries(COUNTED_BY.map((name) => [name, header(name)]))
    tell({ asker: { address, headers }, q, found })
  }
  const { fetch } = createHttp(app, { config, quarantine, note, clientDir: CLIENT })
  const forward = guardConnections(forwardTo(socketPath))
  const handle = createHandle({ fetch, app }, config, note)
  const server = await listen(
    (incoming, outgoing) =>
      // What is forwarded has one Host.
      isForOwner(incoming) && !namesTwoHosts(incoming)
        ? forward(incoming, outgoing)
        : handle(incoming, outgoing),
    { port, host: config.host, reusePort: true },
  )
  limitConnections(server)
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await drain(server)
    await app.close()
    process.exit(0)
  }
  // Ctrl-C reaches the whole group: the owner then asks for the end, once it is ready for it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void stop())
  tell('listening')
}

function tell(message: WorkerMessage) {
  if (process.connected) process.send?.(message)
}
