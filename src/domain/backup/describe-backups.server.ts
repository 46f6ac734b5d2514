import type { App } from '#domain/app.ts'
import type { BackupState } from './kept-backups.ts'

const OVERDUE_MS = 2 * 24 * 60 * 60 * 1000

/** The state as it is told to administrators; `overdue` after two days without a good backup, if nightly ones are set up. */
export async function describeBackups({
  backups,
  clock,
}: Pick<App, 'backups' | 'clock'>): Promise<
  Omit<BackupState, 'since'> & { nightly: boolean; overdue: boolean }
> {
  const { since, ...state } = await backups.state()
  const from = since === null ? null : Date.parse(state.lastGood?.at ?? since)
  return {
    ...state,
    nightly: since !== null,
    overdue: from !== null && clock.now().getTime() - from > OVERDUE_MS,
  }
}
