import { isFull } from '#database/faults.ts'

const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

export function isDiskFull(error: unknown): boolean {
  return SYSTEM_CODES.includes((error as NodeJS.ErrnoException | null)?.code ?? '') || isFull(error)
}
