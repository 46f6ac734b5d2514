const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether an error of the file system or the database says that there is no room left. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  return SYSTEM_CODES.includes(code ?? '') || ((errcode ?? 0) & 0xff) === SQLITE_FULL
}

const SQLITE_FULL = 13
