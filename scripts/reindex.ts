import { type Progress, reindexPapers } from '../src/domain/search/indexing/reindex.server.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { createApp } from '../src/server/create-app.ts'
import { showProgress } from './support/progress-bar.ts'

/** Rebuilds the search index. Safe while the site runs; after Ctrl-C the next run resumes. */
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})
process.once('SIGTERM', () => {
  isStopped = true
})
try {
  const app = await createApp({ ...readConfig(), logLevel: 'warn' }, { indexes: false })
  const bar = showProgress(process.stderr, 'papers indexed')
  const { done, all } = await reindexPapers(
    app,
    (progress: Progress) => bar.show(progress),
    () => isStopped,
  )
  bar.end()
  await app.close()
  const count = (papers: number) => papers.toLocaleString('en-IN')
  console.log(
    isStopped && done < all
      ? `Stopped at ${count(done)} of ${count(all)} papers. Run it again to go on from there.`
      : `${count(all)} ${all === 1 ? 'paper is' : 'papers are'} in the search index.`,
  )
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
