import { Dialog } from '@base-ui/react/dialog'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { SignInForm } from '#web/routes/sign-in-form.tsx'
import { signInAgain } from './prompts.ts'

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
    <Dialog.Root open={isAsked} modal onOpenChange={(next) => !next && void navigate('/login')}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="mb-1 text-2xl">Sign in to go on</Dialog.Title>
          <Dialog.Description className="mb-4 text-quiet">
            Your session has ended. What you typed is still here.
          </Dialog.Description>
          <SignInForm onSignedIn={() => signInAgain.answer()} />
          <Dialog.Close className="action mt-3">
            <span className="sweeps">Leave the desk</span>
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
