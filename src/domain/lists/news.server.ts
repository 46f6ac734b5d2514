import type { App } from '#domain/app.ts'
import type { Paper } from '../paper/paper.ts'
import { latestPapers } from './browse.server.ts'
import { hasOwnBefore, selectIdsAddedSince } from './paper-store.server.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const NEWS_LIMIT = 1_000

/**
 * The newest papers, which of them are of the last week, and how many that week brought: 0 while it brought all of them,
 * which tells nobody where to look. Samples never count.
 */
export type News = { papers: Paper[]; newIds: string[]; newInWeek: number }

export async function latestNews(app: Pick<App, 'readDb' | 'lists' | 'clock'>): Promise<News> {
  const since = new Date(app.clock.now().getTime() - WEEK_MS).toISOString()
  const [papers, added, hasOlder] = await Promise.all([
    latestPapers(app),
    selectIdsAddedSince(app.readDb, since, NEWS_LIMIT),
    hasOwnBefore(app.readDb, since, NEWS_LIMIT),
  ])
  const isNew = new Set(added)
  return {
    papers,
    newIds: papers.map(({ id }) => id).filter((id) => isNew.has(id)),
    newInWeek: hasOlder ? added.length : 0,
  }
}
