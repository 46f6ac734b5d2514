import { constants, setPriority } from 'node:os'
import type { BackupOrder } from './backup-order.ts'
import { DatabaseDamaged } from './backup-target.ts'
import { runBackup } from './run-backup.ts'

/** What the server is told of a nightly backup. */
export type BackupMessage =
  | {
      made: { number: number; papers: number; files: number; removed: number }
      lacking: number
      unreadable: string | null
    }
  | { fault: string; isOfDatabase?: boolean }

/** Gives way to visitors: a process of its own, of the lowest priority, that ends with the server. */
process.once('disconnect', () => process.exit(1))
process.once('message', (order: BackupOrder) => {
  setPriority(constants.priority.PRIORITY_LOW)
  runBackup(order, { isNightly: true, gently: true })
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
