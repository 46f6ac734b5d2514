import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { asCallError } from './call-error.ts'

/** One sentence; '' while it is being read again. `unreached` replaces that of a missing connection. */
export function failureOf(read: { error: unknown; isFetching: boolean }, unreached?: string): string {
  if (!read.error || read.isFetching) return ''
  const { status, message } = asCallError(read.error)
  return status === 0 && unreached ? unreached : message
}

/** Without a sentence there is no toast. */
export function toastError(error: unknown): void {
  const { message } = asCallError(error)
  if (message) toastFailure(message)
}
