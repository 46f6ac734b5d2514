import { useCallback, useEffect, useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { keepTokenFresh, readStoredToken, signOut } from '#web/identity/stored-token.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import type { Route } from './+types/desk'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import { PricingSection } from './prices/pricing-section.tsx'
import { SignInAgain, useSignInAgain } from './sign-in-again.tsx'
import { clearDraft } from './upload/draft.ts'
import { UploadForm } from './upload/upload-form.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Admin · ${site.name}` },
  { name: 'robots', content: 'noindex' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** The page carries no secret; without a session it is not even shown. Its data comes by guarded calls. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, cookie } = context.get(pageContext)
  if (!(await app.identity.findSession(cookie, { extend: false })))
    throw redirect('/login', { headers: headers() })
  return { now: app.clock.now() }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (!readStoredToken()) throw redirect('/login')
  return await serverLoader()
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <main id="content" className="page wrap grid place-items-center">
      <p className="flex items-center gap-3" role="status">
        <span className="spinner" aria-hidden="true" /> Opening the desk …
      </p>
    </main>
  )
}

export default function AdminDesk({ loaderData }: Route.ComponentProps) {
  return (
    <SignInAgain>
      <Desk now={loaderData.now} />
      <Toasts />
    </SignInAgain>
  )
}

function Desk({ now }: { now: Date }) {
  const [changes, setChanges] = useState(0)
  const changed = useCallback(() => setChanges((count) => count + 1), [])
  const signInAgain = useSignInAgain()
  useTokenKeeper(signInAgain)
  return (
    <main id="content" className="page wrap">
      <div className="ruled grid gap-10 md:gap-14">
        <div className="-mb-4 flex flex-wrap items-center justify-between gap-4 md:mb-0">
          <h1>Admin</h1>
          <Logout />
        </div>
        <PricingSection />
        <UploadForm now={now} onPublished={changed} />
        <UploadedPapers changes={changes} />
      </div>
    </main>
  )
}

function Logout() {
  const navigate = useNavigate()
  async function leave() {
    clearDraft()
    void signOut()
    await navigate('/login')
  }
  return (
    <button type="button" className="button button-line" onClick={() => void leave()}>
      Logout
    </button>
  )
}

/** Renews the stored token while the desk is open; when that fails for good, asks for the password and begins again. */
function useTokenKeeper(signInAgain: () => Promise<void>) {
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new sign-in and needs a new keeper
  useEffect(() => {
    const keeper = keepTokenFresh({
      onSignedOut: () => void signInAgain().then(() => setRound((count) => count + 1)),
    })
    return () => keeper.stop()
  }, [signInAgain, round])
}
