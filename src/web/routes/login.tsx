import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { describeCode } from '#domain/identity/messages.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { finishSignOut, leaveDisabled } from '#web/identity/stored-token.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import type { Route } from './+types/login'
import { SignInForm } from './sign-in-form.tsx'
import { SignInSheet } from './sign-in-sheet.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Administrator sign-in · ${rootDataOf(matches).centre.name}` },
  { name: 'robots', content: 'noindex' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** Only a session of a disabled account leads to a message. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, cookie } = context.get(pageContext)
  const refusal = await app.identity.refusalOf(cookie)
  return { refused: refusal === 'user-disabled' ? describeCode(refusal) : '' }
}

export default function Login({ loaderData: { refused } }: Route.ComponentProps) {
  const navigate = useNavigate()
  useEffect(() => finishSignOut(), [])
  useEffect(() => {
    if (!refused) return
    // An admin page that was opened again was sent here by the server, before anything of the page could clear its token.
    leaveDisabled()
    toastFailure(refused)
  }, [refused])
  return (
    <SignInSheet
      title="Administrator sign-in"
      lead="For the person who looks after the papers. Reading them needs no account."
    >
      <SignInForm refused={refused} onSignedIn={() => void navigate('/admin')} />
      <p className="mt-4">
        <a className="action" href="/login/forgotten">
          <span className="sweeps">Forgot your password?</span>
        </a>
      </p>
    </SignInSheet>
  )
}
