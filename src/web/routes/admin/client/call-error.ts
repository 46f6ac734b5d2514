import type { Problem } from '#server/serving/problem.ts'

/** What a refusal says beyond its code and sentence: `field` that it is about, `current` where it was changed meanwhile. */
type Told = Partial<Problem> & Record<string, unknown>

/**
 * Why a call was not answered with what was asked for: the server's refusal, or status 0 with the code `unreached`
 * (nobody answered) or `stopped` (somebody pressed Stop, and whether it was done is not known).
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** The whole problem document, for what only one route tells. */
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

/** The failure of a call without an answer. */
export function unanswered(stopped: boolean): CallError {
  return stopped
    ? new CallError(0, { code: 'stopped', detail: STOPPED })
    : new CallError(0, { code: 'unreached', detail: UNREACHED })
}

/** The failure that a refusing answer tells. */
export async function readRefusal(answer: Response): Promise<CallError> {
  return new CallError(answer.status, (await answer.json().catch(() => null)) ?? {})
}

/** Any failure as a `CallError`; what is none is a bug and is thrown on. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}
