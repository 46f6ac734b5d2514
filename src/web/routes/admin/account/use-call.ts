import { useCallback } from 'react'
import { describeCode } from '#domain/identity/messages.ts'
import { useSignInAgain } from '../sign-in-again.tsx'
import { useConfirmYou } from './confirm-you.tsx'

/** Why nothing was done, with the field it is about; `given-up` when the password was not typed again. */
export type Refusal = { code: string; detail: string; field?: string }
export type Outcome<Body> = { body: Body } | { refusal: Refusal }
type Answer = { ok: boolean; status: number; json(): Promise<unknown> }

/** Calls the account's API; asks over the page to sign in again, or for the password, and goes on from there. */
export function useCall() {
  const signInAgain = useSignInAgain()
  const confirmYou = useConfirmYou()
  return useCallback(
    async <Body = null>(send: () => Promise<Answer>): Promise<Outcome<Body>> => {
      for (;;) {
        const outcome = await once<Body>(send)
        const code = 'refusal' in outcome ? outcome.refusal.code : null
        if (code && SIGNED_OUT.includes(code)) await signInAgain()
        else if (code !== 'confirm-first') return outcome
        else if (!(await confirmYou())) return { refusal: { code: 'given-up', detail: '' } }
      }
    },
    [signInAgain, confirmYou],
  )
}

export const SIGNED_OUT = ['not-signed-in', 'user-token-expired']

/** One call; a missing network is a refusal, too. */
export async function once<Body = null>(send: () => Promise<Answer>): Promise<Outcome<Body>> {
  try {
    const answer = await send()
    const body = answer.status === 204 ? null : await answer.json()
    return answer.ok ? { body: body as Body } : { refusal: body as Refusal }
  } catch {
    const code = 'network-request-failed'
    return { refusal: { code, detail: describeCode(code) } }
  }
}

/** The sentence for a field, if the refusal is about it. */
export function errorAt(refusal: Refusal | null, field: string): string | undefined {
  return refusal?.field === field ? refusal.detail : undefined
}

/** The sentence of a refusal that is about none of these fields. */
export function errorBeside(refusal: Refusal | null, fields: string[]): string {
  return refusal && !fields.includes(refusal.field ?? '') ? refusal.detail : ''
}
