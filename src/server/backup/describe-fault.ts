import { isDiskFull } from '../uploading/write-file.ts'
import { BackupFault } from './backup-target.ts'

/** A sentence for whoever runs the site. */
export function describeFault(error: unknown): string {
  if (error instanceof BackupFault) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  const where = path ? `: ${path}` : ''
  if (isDiskFull(error)) return `There is no room left on the disk${where}.`
  if (code && ['EACCES', 'EPERM', 'EROFS'].includes(code)) return `It may not be written here${where}.`
  if (code === 'EIO') return `The disk cannot be read or written${where}.`
  return message || String(error)
}
