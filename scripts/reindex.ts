import { reindexPapers } from '../src/domain/catalogue/reindex.server.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { createApp } from '../src/server/create-app.ts'

/** `npm run reindex`: makes the search index anew from the papers; safe at any time, also while the site runs. */
try {
  const app = await createApp({ ...readConfig(), logLevel: 'warn' })
  const done = await reindexPapers(app, (count) =>
    process.stderr.write(`\r${count.toLocaleString('en-IN')} papers indexed`),
  )
  await app.close()
  console.log(`\n${done.toLocaleString('en-IN')} papers are in the search index.`)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
