import { isFull } from '#database/faults.ts'
import type { App } from '#domain/app.ts'

const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

export function isDiskFull(error: unknown): boolean {
  return SYSTEM_CODES.includes((error as NodeJS.ErrnoException | null)?.code ?? '') || isFull(error)
}

/** For what a start writes: a full disk must not keep a site shut. What it lacks for now is logged. */
export async function unlessFull<Result>(
  { log }: Pick<App, 'log'>,
  what: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.error({ err: error }, `the disk is full: ${what} waits until there is room`)
    return null
  }
}
