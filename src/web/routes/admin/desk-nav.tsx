import { LogOut } from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import { clearAnswers } from './answers/answer-desk.ts'
import { useSignOut } from './client/use-sign-out.ts'
import { useInboxCount } from './inbox/sync/use-inbox-count.ts'
import { clearPaperDrafts } from './papers/form/paper-draft.ts'
import { clearQuestionDrafts } from './papers/questions/question-draft.ts'
import { clearPriceDraft } from './prices/price-draft.ts'
import { Sideways } from './sideways.tsx'
import { clearSiteDraft } from './site/site-draft.ts'
import { clearDraft } from './upload-form/upload-draft.ts'

const WAYS = [
  ['/admin', 'Papers'],
  ['/admin/upload', 'Many files'],
  ['/admin/answers', 'Answers'],
  ['/admin/site', 'Site'],
  ['/admin/activity', 'Activity'],
  ['/admin/journal', 'Journal'],
  ['/admin/account', 'Account'],
] as const

export function DeskNav({ email }: { email: string }) {
  const waiting = useInboxCount(email)
  const { pathname } = useLocation()
  return (
    <div className="desk-nav">
      <nav aria-label="Desk" className="min-w-0 flex-1">
        <Sideways chosen="[aria-current], [data-within]" changed={pathname}>
          <ul>
            {WAYS.map(([to, name]) => (
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
        </Sideways>
      </nav>
      <Logout />
    </div>
  )
}

/** Pages that have no place of their own among the ways. */
function isWithin(way: string, pathname: string): boolean {
  return way === '/admin'
    ? pathname.startsWith('/admin/papers/')
    : way === '/admin/upload' && pathname === '/admin/photos'
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
    <button type="button" className="desk-logout" onClick={() => void leave()}>
      <LogOut className="size-4.5" aria-hidden="true" />
      <span>Logout</span>
    </button>
  )
}
