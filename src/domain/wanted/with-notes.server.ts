import type { App } from '#domain/app.ts'
import { withSets } from '../exam-sets/find-sets.server.ts'
import type { Paper, PaperNotes } from '../paper/paper.ts'
import { changedSince } from '../questions/chapters/syllabus-changes.ts'
import { papersAskedFor } from './wanted.server.ts'

/** The papers with the sets of their exams, how often each was asked for before it came, and when its syllabus changed. */
export async function withNotes<Shown extends Paper>(
  app: Pick<App, 'readDb' | 'versions' | 'clock' | 'centre' | 'search'>,
  papers: Shown[],
): Promise<(Shown & PaperNotes)[]> {
  const [shown, askedFor] = await Promise.all([withSets(app, papers), papersAskedFor(app)])
  const { changes = [] } = app.search.chapters
  return shown.map((paper) => {
    const asked = askedFor.get(paper.id)
    const changed = changedSince(changes, paper)
    if (!asked && changed === null) return paper
    return { ...paper, ...(asked && { asked }), ...(changed !== null && { changed }) }
  })
}
