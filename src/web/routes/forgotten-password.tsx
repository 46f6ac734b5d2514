import { useState } from 'react'
import { describeCode } from '#domain/identity/messages.ts'
import { PASSWORD_RESETS } from '#domain/identity/session-limits.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { sendTyped } from '#web/identity/auth-call.ts'
import { pageBrowser } from '#web/identity/token-browser.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useIsHydrated } from '#web/ui/use-store.ts'
import type { Route } from './+types/forgotten-password'
import { BackToSignIn, SignInSheet } from './sign-in-sheet.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Forgotten password · ${rootDataOf(matches).centre.name}` },
  { name: 'robots', content: 'noindex' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export function loader({ context }: Route.LoaderArgs) {
  return { byMail: context.get(pageContext).app.identity.resets.byMail }
}

export default function ForgottenPassword({ loaderData: { byMail } }: Route.ComponentProps) {
  return (
    <SignInSheet title="Forgotten password">
      {byMail ? <AskForLink /> : <WithoutMail />}
      <BackToSignIn />
    </SignInSheet>
  )
}

function AskForLink() {
  const isHydrated = useIsHydrated()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const [refusal, setRefusal] = useState('')

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (email === '') return setRefusal('Type the email that you sign in with.')
    setBusy(true)
    setRefusal('')
    const answer = await sendTyped(pageBrowser(), 'password-reset', { email })
    setBusy(false)
    if (answer?.status === 202) return setSentTo(email)
    setRefusal(String(answer?.body.detail ?? describeCode('network-request-failed')))
  }

  if (sentTo) {
    return (
      <p role="status" className="leading-snug wrap-anywhere">
        If <strong>{sentTo}</strong> is an administrator’s email, a mail with a link is on its way. The link
        works once, for {PASSWORD_RESETS.minutes} minutes. Nothing there? Look under spam, and whether the
        address is right.
      </p>
    )
  }
  return (
    <form method="post" className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        hint="You get a mail with a link, and choose a new password there."
        error={refusal || undefined}
      >
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
      <BusyButton type="submit" className="button" busy={busy} disabled={!isHydrated}>
        Send the link
      </BusyButton>
      <noscript>Asking for a link needs JavaScript; reading papers does not.</noscript>
      <OtherWays />
    </form>
  )
}

function WithoutMail() {
  return (
    <>
      <p className="mb-3 leading-snug">
        This site sends no mails. Whoever runs the server sets a new password there, with your email:
      </p>
      <code className="mb-4 block font-semibold">npm run admin -- password you@example.in</code>
      <OtherWays />
    </>
  )
}

function OtherWays() {
  return (
    <p className="text-quiet text-sm leading-snug">
      Another administrator can help: under Account, next to your email. A lost phone with codes, and what
      else may be wrong, is in{' '}
      <a className="underline" href="/handbook/forgotten-password">
        the handbook
      </a>
      .
    </p>
  )
}
