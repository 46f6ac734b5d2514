import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, NavLink, Outlet, redirect, useLocation, useOutletContext } from 'react-router'
import type { Owed } from '#domain/identity/account.ts'
import { describeNeed, mayChangePaper, type Role, reaches } from '#domain/identity/roles.ts'
import { isNewSite } from '#domain/onboarding/onboarding.server.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { pageContext } from '#web/context.ts'
import { keepTokenFresh, readStoredToken } from '#web/identity/stored-token.ts'
import adminSheet from '#web/styles/admin.css?url'
import tamilFont from '#web/styles/fonts/anek-tamil.woff2?url'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import type { Route } from './+types/layout'
import { clearAnswers } from './answers/use-answers.ts'
import { leaveForLogin } from './ask-before-leaving.ts'
import { AdminCache, RetryLine, SignInAgain, useSignOut } from './client/admin-shell.tsx'
import { signInAgain } from './client/prompts.ts'
import { HorizontalScroll } from './horizontal-scroll.tsx'
import { fetchWaiting } from './inbox/inbox-calls.ts'
import { closeAdminInbox } from './inbox/open-inbox.ts'
import { clearPictures } from './inbox/page-one.tsx'
import { openChannel, readRows } from './inbox/row-storage.ts'
import { startPolling } from './inbox/save-changes.ts'
import { clearPaperDrafts, clearQuestionDrafts } from './papers/drafts.ts'
import { SharedFiles } from './photos/shared-files.tsx'
import { clearPriceDraft } from './prices/price-draft.ts'
import { clearSiteDraft } from './site/site-draft.ts'
import { clearDraft } from './upload-form/upload-draft.ts'

const WAYS: [to: string, name: string, least: Role][] = [
  ['/admin', 'Papers', 'uploader'],
  ['/admin/upload', 'Many files', 'uploader'],
  ['/admin/answers', 'Answers', 'editor'],
  ['/admin/site', 'Site', 'editor'],
  ['/admin/activity', 'Activity', 'editor'],
  ['/admin/journal', 'Journal', 'uploader'],
  ['/admin/account', 'Account', 'uploader'],
]
/** Of pages that have no place among the ways. */
const LEAST: Record<string, Role> = { '/admin/backup': 'owner', '/admin/setup': 'owner' }

function AdminNav({ email, role }: { email: string; role: Role }) {
  const waiting = useInboxCount(email)
  const { pathname } = useLocation()
  return (
    <div className="admin-nav">
      <nav aria-label="Admin" className="min-w-0 flex-1">
        <HorizontalScroll chosen="[aria-current], [data-within]" changed={pathname}>
          <ul>
            {WAYS.filter(([, , least]) => reaches(role, least)).map(([to, name]) => (
              <li key={to}>
                <NavLink to={to} end={to === '/admin'} data-within={isWithin(to, pathname) || undefined}>
                  {name}
                  {to === '/admin/upload' && waiting > 0 && (
                    <span className="py-0 px-1 sm:px-1.5 border-[1.5px] rounded-sm text-[0.8125rem]/[1.35]">
                      {waiting}
                      <span className="sr-only"> waiting</span>
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
            <li>
              {/* A tab of its own: what is being filled in stays open next to its steps. */}
              <a href="/handbook" target="_blank" rel="noopener">
                Handbook<span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          </ul>
        </HorizontalScroll>
      </nav>
      <Logout />
    </div>
  )
}

/** Pages that have no place of their own among the ways. */
function isWithin(way: string, pathname: string): boolean {
  return way === '/admin'
    ? pathname.startsWith('/admin/papers/')
    : pathname === (way === '/admin/upload' ? '/admin/photos' : '/admin/backup') &&
        ['/admin/upload', '/admin/account'].includes(way)
}

function Logout() {
  const signOut = useSignOut()
  async function leave() {
    clearDraft()
    clearAnswers()
    clearPriceDraft()
    clearPaperDrafts()
    clearQuestionDrafts()
    clearSiteDraft()
    await signOut()
  }
  return (
    <button type="button" className="admin-logout" onClick={() => void leave()}>
      <LogOut className="size-4.5" aria-hidden="true" />
      <span>Logout</span>
    </button>
  )
}

// By URL: an import would load it with every page that shares a chunk with the admin area.
export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminSheet },
  // Later than the rows, it would break the lines of their Tamil titles again.
  { rel: 'preload', href: tamilFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

/** A guard only: the admin area holds no secret, and its data comes by authenticated calls. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, cookie } = context.get(pageContext)
  const session = await app.identity.findSession(cookie, { extend: false })
  if (!session) throw redirect('/login', { headers: headers() })
  const { administrator, owes } = session
  const { id, email, role } = administrator
  const isNew = !owes && role === 'owner' && (await isNewSite(app))
  const owners = role === 'owner' ? [] : await app.identity.owners()
  return { now: app.clock.now(), id, email, role, owners, owes, isNew }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  if (!readStoredToken()) throw redirect('/login')
  return await serverLoader()
}
clientLoader.hydrate = true as const

/** Every call checks the session anyway; a failing revalidation would lose what is on the page. */
export function shouldRevalidate() {
  return false
}

export function HydrateFallback() {
  return (
    <main id="content" className="page wrap grid place-items-center min-h-svh">
      <p className="flex items-center gap-3" role="status">
        <span className="spinner" aria-hidden="true" /> Opening …
      </p>
    </main>
  )
}

/** `isNew` is known with the page, so that nothing moves when the checklist comes; `owners`, by their emails, are whom others
 * ask. */
export type AdminContext = {
  now: Date
  id: string
  email: string
  role: Role
  owners: string[]
  owes: Owed | null
  isNew: boolean
}

const ACCOUNT = '/admin/account'

export function useAdmin(): AdminContext {
  return useOutletContext<AdminContext>()
}

/** Whether one may do what takes this role; the server has the last word. */
export function useReaches(least: Role): boolean {
  return reaches(useAdmin().role, least)
}

export function useMayChange(): (paper: Pick<AdminPaper, 'addedBy'>) => boolean {
  const admin = useAdmin()
  return ({ addedBy }) => mayChangePaper(admin, addedBy)
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminCache>
      <KeepsSignedIn />
      <main id="content" className="page wrap admin">
        <AdminNav email={loaderData.email} role={loaderData.role} />
        <RequiredStepFirst owes={loaderData.owes}>
          <SharedFiles email={loaderData.email} />
          <RoleFirst admin={loaderData}>
            <Outlet context={loaderData satisfies AdminContext} />
          </RoleFirst>
        </RequiredStepFirst>
      </main>
      <RetryLine />
      <SignInAgain />
      <Toasts />
    </AdminCache>
  )
}

/** Until then the API allows nothing else. */
function RequiredStepFirst({ owes, children }: { owes: AdminContext['owes']; children: React.ReactNode }) {
  const { pathname } = useLocation()
  if (owes && pathname !== ACCOUNT) return <Navigate to={ACCOUNT} replace />
  return children
}

/** Says what a page takes, and whom to ask, to whoever opens it by its address. */
function RoleFirst({ admin, children }: { admin: AdminContext; children: React.ReactNode }) {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  const way = WAYS.find(([to]) => to === path)
  const least = way?.[2] ?? LEAST[path] ?? 'uploader'
  if (reaches(admin.role, least)) return children
  return (
    <div className="ruled grid gap-6">
      <h1>{way?.[1] ?? 'Not for this account'}</h1>
      <div className="instead admin-sheet">
        <EmptyState mark="!" />
        <div className="grid justify-items-start gap-4">
          <p className="max-w-[48ch] font-semibold text-lg leading-snug wrap-anywhere">
            {describeNeed(least, admin)}
          </p>
          <Link className="button button-line" to="/admin">
            To the papers
          </Link>
        </div>
      </div>
    </div>
  )
}

/** When renewing the token fails for good, asks for the password and starts again. */
function KeepsSignedIn() {
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new sign-in and needs a new keeper
  useEffect(() => {
    const keeper = keepTokenFresh({
      onSignedOut({ code }) {
        // /login says why; a password dialog would lead nowhere.
        if (code === 'user-disabled') leaveForLogin()
        else void signInAgain.ask().then(() => setRound((count) => count + 1))
      },
    })
    return () => keeper.stop()
  }, [round])
  return null
}

/** Counted when no event has come for this long, and at every interval. */
const DEBOUNCE_MS = 500
const POLL_MS = 16_000

/** Files of all administrators on the server, and of this browser alone. Closes the inbox when the admin area is left. */
function useInboxCount(owner: string): number {
  const [onServer, setOnServer] = useState(0)
  const [here, setHere] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const rows = await readRows(owner).catch(() => [])
      setHere(rows.filter(({ step, away }) => !['arrived', 'published'].includes(step) && !away).length)
      const waiting = await fetchWaiting()
      if (waiting !== null) setOnServer(waiting)
      return waiting !== null
    }
    const stopPolling = startPolling(look, POLL_MS)
    const channel = openChannel(({ kind }) => {
      if (kind === 'progress') return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stopPolling()
      channel.close()
      closeAdminInbox()
      clearPictures()
    }
  }, [owner])
  return onServer + here
}
