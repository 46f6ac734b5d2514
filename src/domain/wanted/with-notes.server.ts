import type { App } from '#domain/app.ts'
import { withSets } from '../exam-sets/find-sets.server.ts'
import type { Paper, PaperNotes } from '../paper/paper.ts'
import { papersAskedFor } from './wanted.server.ts'

/** The papers with the sets of their exams, and how often each was asked for before it came. */
export async function withNotes<Shown extends Paper>(
  app: Pick<App, 'readDb' | 'versions' | 'clock' | 'centre'>,
  papers: Shown[],
): Promise<(Shown & PaperNotes)[]> {
  const [shown, askedFor] = await Promise.all([withSets(app, papers), papersAskedFor(app)])
  if (askedFor.size === 0) return shown
  return shown.map((paper) => {
    const asked = askedFor.get(paper.id)
    return asked ? { ...paper, asked } : paper
  })
}
