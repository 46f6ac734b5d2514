import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { finishSignIn, type SignInResult, signIn } from '#web/identity/stored-token.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Field, PasswordField } from '#web/ui/forms/field.tsx'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { CodeField } from './code-field.tsx'

/** A refusal is a toast and an error below the field; `refused` is one to begin with. */
export function SignInForm({ refused = '', onSignedIn }: { refused?: string; onSignedIn: () => void }) {
  const [email, setEmail] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const [refusal, setRefusal] = useState(refused)
  const password = useRef<HTMLInputElement>(null)
  const askedCode = useRef(false)
  // Back from the second step: the email is kept, the password is asked for again.
  useEffect(() => {
    if (askedCode.current && !asksCode) password.current?.focus()
    askedCode.current = asksCode
  }, [asksCode])

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    // Not from state: what is typed or filled in before hydration is in the field alone.
    const typed = String(form.get('email') ?? email)
    setEmail(typed)
    setBusy(true)
    setRefusal('')
    const result = await (asksCode
      ? finishSignIn(String(form.get('code')))
      : signIn(typed, String(form.get('password'))))
    setBusy(false)
    goOn(result)
  }

  function goOn(result: SignInResult) {
    if (result.signedIn) return onSignedIn()
    if (result.secondStep) return setAsksCode(true)
    if (result.code === 'challenge-expired') setAsksCode(false)
    setRefusal(result.message)
    toastFailure(result.message)
  }

  function startAgain() {
    setRefusal('')
    setAsksCode(false)
  }

  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      {asksCode ? (
        <CodeField error={refusal || undefined} />
      ) : (
        <>
          <Field label="Email">
            {(field) => (
              <input
                {...field}
                className="input"
                type="email"
                name="email"
                autoComplete="username"
                inputMode="email"
                defaultValue={email}
              />
            )}
          </Field>
          <PasswordField
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            error={refusal || undefined}
          />
        </>
      )}
      {/* A press before hydration would post the form as a page, and lose what was typed. */}
      <BusyButton type="submit" className="button mt-1 tracking-wide" busy={busy} disabled={!isHydrated}>
        LOGIN
      </BusyButton>
      {asksCode && (
        <button type="button" className="action justify-self-start" onClick={startAgain}>
          <span className="sweeps">Start again</span>
        </button>
      )}
      <noscript>Signing in needs JavaScript; reading papers does not.</noscript>
    </form>
  )
}

const neverChanges = () => () => {}
