import { countOneView } from './count-one.ts'

const counted = new Map<string, number>()
const watchers = new Set<() => void>()

/** The number rises only when the server has counted. */
export async function countView(paper: string): Promise<void> {
  try {
    counted.set(paper, await countOneView(paper))
    for (const watcher of watchers) watcher()
  } catch (error) {
    console.warn('The view was not counted.', error)
  }
}

/** What the server said when a view was counted here; 0 before. */
export function countedViews(paper: string): number {
  return counted.get(paper) ?? 0
}

export function watchViews(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
