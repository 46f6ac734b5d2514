import { constants, setPriority } from 'node:os'
import type { BackupProgress } from '#domain/backup/backup-retention.ts'
import type { BackupRequest } from './backup-request.ts'
import { DatabaseDamaged } from './backup-target.ts'
import { runBackup } from './run-backup.ts'

const SAY_EVERY_MS = 300

/** What the server is told of a backup; `progress` as often as it changes, then one of the others. */
export type BackupMessage =
  | {
      made: { number: number; papers: number; files: number; removed: number }
      lacking: number
      unreadable: string | null
    }
  | { progress: BackupProgress }
  | { fault: string; isOfDatabase?: boolean }

/** Gives way to visitors: a process of its own, of the lowest priority, that ends with the server. */
process.once('disconnect', () => process.exit(1))
process.once('message', ({ isNightly, ...order }: BackupRequest & { isNightly: boolean }) => {
  setPriority(constants.priority.PRIORITY_LOW)
  runBackup(order, { isNightly, gently: isNightly, report: tell })
    .then(({ manifest, removed, lacking, unreadable }): BackupMessage => {
      const { papers, files } = manifest.counts
      return {
        made: { number: manifest.number, papers, files, removed },
        lacking: lacking.length,
        unreadable,
      }
    })
    .catch(
      (error: Error): BackupMessage => ({
        fault: error.message,
        isOfDatabase: error instanceof DatabaseDamaged,
      }),
    )
    .then((message) => process.send?.(message, () => process.exit(0)))
})

function tell(step: BackupProgress['step']) {
  let last = Number.NEGATIVE_INFINITY
  return ({ done, all }: { done: number; all: number }) => {
    if (done < all && performance.now() - last < SAY_EVERY_MS) return
    last = performance.now()
    process.send?.({ progress: { step, done, all } } satisfies BackupMessage)
  }
}
