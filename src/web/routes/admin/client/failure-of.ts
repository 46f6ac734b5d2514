import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { asCallError } from './call-error.ts'

/** Why something could not be read, in one sentence; '' while it is read again. `unreached` is for no answer at all. */
export function failureOf(read: { error: unknown; isFetching: boolean }, unreached?: string): string {
  if (!read.error || read.isFetching) return ''
  const { status, message } = asCallError(read.error)
  return status === 0 && unreached ? unreached : message
}

/** Says in a toast why something was not done, if there is something to say. */
export function toastError(error: unknown): void {
  const { message } = asCallError(error)
  if (message) toastFailure(message)
}
