import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { site } from '#site'
import { finishSignOut } from '#web/identity/stored-token.ts'
import { DeskDrawing } from '#web/ui/desk-drawing.tsx'
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
    <main id="content" className="page graph-paper grid items-center">
      <div className="wrap grid items-end justify-center md:grid-cols-[1fr_26rem] md:gap-10 lg:gap-20">
        <DeskDrawing className="mx-auto h-20 w-auto md:h-auto md:w-full md:max-w-lg" />
        <div className="desk-sheet max-md:max-w-lg">
          <h1 className="mb-1 text-[1.75rem] md:text-4xl">Administrator sign-in</h1>
          <p className="mb-5 text-quiet leading-snug">
            For the person who looks after the papers. Reading them needs no account.
          </p>
          <SignInForm onSignedIn={() => void navigate('/admin')} />
        </div>
      </div>
      <Toasts />
    </main>
  )
}
