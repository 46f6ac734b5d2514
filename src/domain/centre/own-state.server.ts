import type { App } from '#domain/app.ts'
import { DEFAULT_STATE, type State } from '#domain/paper/exams-and-subjects.ts'

/** Whose board the centre's own State Board papers are of. */
export async function ownStateOf({ centre }: Pick<App, 'centre'>): Promise<State> {
  return (await centre.read()).centre.stateBoard ?? DEFAULT_STATE
}
