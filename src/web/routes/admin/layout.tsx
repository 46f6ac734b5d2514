import { useEffect, useState } from 'react'
import { Navigate, Outlet, redirect, useLocation, useOutletContext } from 'react-router'
import type { Owed } from '#domain/identity/administrator.ts'
import { pageContext } from '#web/context.ts'
import { keepTokenFresh, readStoredToken } from '#web/identity/stored-token.ts'
import deskSheet from '#web/styles/desk.css?url'
import { Toasts } from '#web/ui/toasts/toasts.tsx'
import type { Route } from './+types/layout'
import { DeskCache } from './client/desk-cache.tsx'
import { signInAgain } from './client/questions.ts'
import { RetryLine } from './client/retry-line.tsx'
import { SignInAgain } from './client/sign-in-again.tsx'
import { DeskNav } from './desk-nav.tsx'
import { SharedFiles } from './photos/shared-files.tsx'

// By its address: imported, it would come with whatever page shares a file of code with the desk.
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskSheet }]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** The desk carries no secret; without a session it is not even shown. Its data comes by guarded calls. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, cookie } = context.get(pageContext)
  const session = await app.identity.findSession(cookie, { extend: false })
  if (!session) throw redirect('/login', { headers: headers() })
  return { now: app.clock.now(), email: session.administrator.email, owes: session.owes }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (!readStoredToken()) throw redirect('/login')
  return await serverLoader()
}
clientLoader.hydrate = true as const

/** Whoever stays at the desk is asked again by every call; what is on the page must not be lost to a lost line. */
export function shouldRevalidate() {
  return false
}

export function HydrateFallback() {
  return (
    <main id="content" className="page wrap grid place-items-center">
      <p className="flex items-center gap-3" role="status">
        <span className="spinner" aria-hidden="true" /> Opening the desk …
      </p>
    </main>
  )
}

export type DeskContext = { now: Date; email: string; owes: Owed | null }

const ACCOUNT = '/admin/account'

/** The server's time when the desk was opened, and who has signed in. */
export function useDesk(): DeskContext {
  return useOutletContext<DeskContext>()
}

/** What stands around every page of the desk: its heading, its ways, and what keeps the session alive. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <DeskCache>
      <KeepsSignedIn />
      <main id="content" className="page wrap">
        <DeskNav email={loaderData.email} />
        <MakesGoodFirst owes={loaderData.owes}>
          <SharedFiles email={loaderData.email} />
          <Outlet context={loaderData satisfies DeskContext} />
        </MakesGoodFirst>
      </main>
      <RetryLine />
      <SignInAgain />
      <Toasts />
    </DeskCache>
  )
}

/** Leads whoever owes a new password or a second factor to where it is made good; the API lets them do nothing else. */
function MakesGoodFirst({ owes, children }: { owes: DeskContext['owes']; children: React.ReactNode }) {
  const { pathname } = useLocation()
  if (owes && pathname !== ACCOUNT) return <Navigate to={ACCOUNT} replace />
  return children
}

/** Renews the stored token while the desk is open; when that fails for good, asks for the password and begins again. */
function KeepsSignedIn() {
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new sign-in and needs a new keeper
  useEffect(() => {
    const keeper = keepTokenFresh({
      onSignedOut({ code }) {
        // The page of signing in says why; asking for the password here would lead nowhere.
        if (code === 'user-disabled') location.assign('/login')
        else void signInAgain.ask().then(() => setRound((count) => count + 1))
      },
    })
    return () => keeper.stop()
  }, [round])
  return null
}
