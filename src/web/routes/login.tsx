import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { site } from '#site'
import { finishSignOut } from '#web/identity/stored-token.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import type { Route } from './+types/login'
import { SignInForm } from './sign-in-form.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Administrator sign-in · ${site.name}` },
  { name: 'robots', content: 'noindex' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

export default function Login() {
  const navigate = useNavigate()
  useEffect(() => finishSignOut(), [])
  return (
    <main id="content" className="page graph-paper grid place-items-center px-4">
      <div className="desk-sheet w-full max-w-md">
        <h1 className="mb-1 text-4xl">Administrator sign-in</h1>
        <p className="mb-6 text-quiet">
          For the person who looks after the papers. Reading them needs no account.
        </p>
        <SignInForm onSignedIn={() => void navigate('/admin')} />
      </div>
      <Toasts />
    </main>
  )
}
