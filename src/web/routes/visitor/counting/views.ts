import { createStore } from '#web/ui/store.ts'
import { countOneView } from './count-one.ts'

/** What the server said when views of papers were counted here. */
export const countedViews = createStore<ReadonlyMap<string, number>>(new Map())

/** The number rises only when the server has counted. */
export async function countView(paper: string): Promise<void> {
  try {
    const views = await countOneView(paper)
    countedViews.set(new Map(countedViews.get()).set(paper, views))
  } catch (error) {
    console.warn('The view was not counted.', error)
  }
}
