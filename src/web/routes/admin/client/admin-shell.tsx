import { Dialog } from '@base-ui/react/dialog'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { signOut } from '#web/identity/stored-token.ts'
import { SignInForm } from '#web/routes/sign-in-form.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { Modal } from '../dialogs.tsx'
import { signInAgain } from './prompts.ts'
import { retries } from './send-with-retry.ts'

// Renders query results together with other state set in the same task.
notifyManager.setScheduler(queueMicrotask)

/** Lives as long as the admin area's page: nothing of it is left for the next user. `callAdmin` does all retries. */
export function AdminCache({ children }: { children: React.ReactNode }) {
  const [cache] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            retry: false,
            networkMode: 'always',
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
          },
          mutations: { retry: false, networkMode: 'always' },
        },
      }),
  )
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>
}

export function RetryLine() {
  const lines = useStore(retries)
  return (
    <div className="retry-line" aria-live="polite">
      {lines.length > 0 && (
        <p>
          <span className="spinner" aria-hidden="true" />
          Trying again …
          <button
            type="button"
            className="action"
            onClick={() => {
              for (const { stop } of lines) stop()
            }}
          >
            <span className="sweeps">Stop</span>
          </button>
        </p>
      )}
    </div>
  )
}

export function SignInAgain() {
  const isAsked = signInAgain.useIsAsked()
  const navigate = useNavigate()
  useEffect(() => signInAgain.drop, [])

  // The user may sign in again in another tab.
  useEffect(() => {
    const follow = (event: StorageEvent) => event.key === TOKEN_KEY && event.newValue && signInAgain.answer()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  return (
    <Modal
      open={isAsked}
      modal
      onOpenChange={(next) => !next && void navigate('/login')}
      title="Sign in to go on"
      text="Your session has ended. What you typed is still here."
    >
      <SignInForm onSignedIn={() => signInAgain.answer()} />
      <Dialog.Close className="action mt-3">
        <span className="sweeps">Leave the admin pages</span>
      </Dialog.Close>
    </Modal>
  )
}

/** Signs out and goes to /login. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    void signOut()
    await navigate('/login')
    // An address that follows what was typed before breaks this off.
    if (location.pathname !== '/login') await navigate('/login')
  }
}
