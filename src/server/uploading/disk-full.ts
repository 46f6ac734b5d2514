import { isFull } from '#database/faults.ts'

const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether an error of the file system or the database says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  return SYSTEM_CODES.includes((error as NodeJS.ErrnoException | null)?.code ?? '') || isFull(error)
}
