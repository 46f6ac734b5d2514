import { useEffect, useState } from 'react'
import { describeCode } from '#domain/identity/messages.ts'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { sendTyped } from '#web/identity/auth-call.ts'
import { pageBrowser } from '#web/identity/token-browser.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/ui/use-store.ts'
import type { Route } from './+types/new-password'
import { BackToSignIn, SignInSheet } from './sign-in-sheet.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `New password · ${rootDataOf(matches).centre.name}` },
  { name: 'robots', content: 'noindex' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** The secret comes after # in the address, which no server is told. */
export default function NewPassword() {
  const isHydrated = useIsHydrated()
  const [busy, setBusy] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [refusal, setRefusal] = useState({ code: '', detail: '' })
  // Another link of a mail, opened where this page is open already, loads no page.
  useEffect(() => {
    const again = () => setIsDone(false)
    addEventListener('hashchange', again)
    return () => removeEventListener('hashchange', again)
  }, [])

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password'))
    const token = location.hash.slice(1)
    setBusy(true)
    setRefusal({ code: '', detail: '' })
    const answer = await sendTyped(pageBrowser(), 'password-reset/password', { token, password })
    setBusy(false)
    if (answer?.status === 204) {
      // The secret is used up; it need not stay in the history.
      history.replaceState(null, '', location.pathname)
      return setIsDone(true)
    }
    const { code = '', detail = describeCode('network-request-failed') } = answer?.body ?? {}
    setRefusal({ code: String(code), detail: String(detail) })
  }

  return (
    <SignInSheet title="New password">
      {isDone ? (
        <p role="status" className="leading-snug">
          The new password counts now, and all your devices are signed out. Sign in with it; a second factor
          is asked for as before.
        </p>
      ) : (
        <form method="post" className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH.least} characters. A few words in a row are easy to keep in mind.`}
            error={refusal.detail || undefined}
          />
          <BusyButton type="submit" className="button" busy={busy} disabled={!isHydrated}>
            Set the password
          </BusyButton>
          {refusal.code === 'link-expired' && (
            <a className="action justify-self-start" href="/login/forgotten">
              <span className="sweeps">Ask for another link</span>
            </a>
          )}
          <noscript>Setting a password needs JavaScript; reading papers does not.</noscript>
        </form>
      )}
      <BackToSignIn />
    </SignInSheet>
  )
}
