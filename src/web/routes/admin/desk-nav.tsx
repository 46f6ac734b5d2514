import { NavLink, useNavigate } from 'react-router'
import { signOut } from '#web/identity/stored-token.ts'
import { clearAnswers } from './answers/answer-desk.ts'
import { clearPaperDrafts } from './papers/paper-draft.ts'
import { clearPriceDraft } from './prices/price-draft.ts'
import { clearDraft } from './upload/draft.ts'
import { useTrayCount } from './upload/use-tray-count.ts'

const WAYS = [
  ['/admin', 'Papers'],
  ['/admin/upload', 'Many files'],
  ['/admin/answers', 'Answers'],
  ['/admin/activity', 'Activity'],
  ['/admin/journal', 'Journal'],
  ['/admin/account', 'Account'],
] as const

/** The ways of the desk, and the way out. */
export function DeskNav({ email }: { email: string }) {
  const waiting = useTrayCount(email)
  return (
    <div className="desk-nav">
      <Logout />
      <nav aria-label="Desk">
        <ul>
          {WAYS.map(([to, name]) => (
            <li key={to}>
              <NavLink to={to} end={to === '/admin'}>
                {name}
                {to === '/admin/upload' && waiting > 0 && (
                  <span className="desk-count">
                    {waiting}
                    <span className="sr-only"> waiting</span>
                  </span>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function Logout() {
  const navigate = useNavigate()
  async function leave() {
    clearDraft()
    clearAnswers()
    clearPriceDraft()
    clearPaperDrafts()
    void signOut()
    await navigate('/login')
  }
  return (
    <button type="button" className="button button-line" onClick={() => void leave()}>
      Logout
    </button>
  )
}
