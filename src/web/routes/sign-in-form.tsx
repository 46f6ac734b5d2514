import { useState } from 'react'
import { signIn } from '#web/identity/stored-token.ts'
import { Field } from '#web/ui/field.tsx'
import { toastFailure } from '#web/ui/toasts.tsx'

/** Email, password and LOGIN; a refusal is a toast and stands below the fields. `onSignedIn` goes on from there. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setRefusal('')
    const result = await signIn(String(form.get('email')), String(form.get('password')))
    setBusy(false)
    if (result.signedIn) return onSignedIn()
    setRefusal(result.message)
    toastFailure(result.message)
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Email">
        {(field) => (
          <input
            {...field}
            className="input"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </Field>
      <Field label="Password" error={refusal || undefined}>
        {(field) => (
          <input
            {...field}
            className="input"
            type="password"
            name="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <button type="submit" className="button mt-1 tracking-wide" disabled={busy} aria-busy={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        LOGIN
      </button>
      <noscript>Signing in needs JavaScript; reading papers does not.</noscript>
    </form>
  )
}
