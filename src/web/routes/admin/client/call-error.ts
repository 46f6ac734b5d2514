import type { Problem } from '#server/serving/problem.ts'
import { toastFailure } from '#web/ui/toasts.tsx'

/** `field` is what the refusal is about, `current` the entity as it was changed meanwhile. */
type Told = Partial<Problem> & Record<string, unknown>

/** A refusal, or status 0: `unreached` (no response) or `stopped` by the user, when it may have been done or not. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** The whole problem document, for fields of single routes. */
  readonly told: Told

  constructor(status: number, told: Told) {
    super(typeof told.detail === 'string' ? told.detail : 'The server did not answer as expected; try again.')
    this.status = status
    this.code = told.code ?? ''
    this.field = told.field
    this.told = told
  }
}

const STOPPED = 'Stopped, and perhaps not done. What you typed is kept; look before you do it again.'
const UNREACHED =
  'The site could not be reached. Check your connection and try again; what you typed is kept.'

export function unanswered(stopped: boolean): CallError {
  return stopped
    ? new CallError(0, { code: 'stopped', detail: STOPPED })
    : new CallError(0, { code: 'unreached', detail: UNREACHED })
}

export async function readRefusal(answer: Response): Promise<CallError> {
  return new CallError(answer.status, (await answer.json().catch(() => null)) ?? {})
}

/** Anything but a `CallError` is a bug and is rethrown. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}

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
