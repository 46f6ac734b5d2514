import { Dialog } from '@base-ui/react/dialog'
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { TOKEN_KEY } from '#domain/identity/session-limits.ts'
import { SignInForm } from '../sign-in-form.tsx'

/** Asks for the password over the page, so that nothing on it is lost; resolves when signed in again. */
const SignInAgainContext = createContext<() => Promise<void>>(async () => {})

export function useSignInAgain() {
  return use(SignInAgainContext)
}

export function SignInAgain({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<(() => void)[]>([])
  const navigate = useNavigate()

  const ask = useCallback(() => {
    setOpen(true)
    return new Promise<void>((resolve) => waiting.current.push(resolve))
  }, [])

  const goOn = useCallback(() => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve()
  }, [])

  // Somebody may sign in again in another tab.
  useEffect(() => {
    const follow = (event: StorageEvent) => event.key === TOKEN_KEY && event.newValue && goOn()
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [goOn])

  return (
    <SignInAgainContext value={ask}>
      {children}
      <Dialog.Root open={open} modal onOpenChange={(next) => !next && void navigate('/login')}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog">
            <Dialog.Title className="mb-1 text-2xl">Sign in to go on</Dialog.Title>
            <Dialog.Description className="mb-4 text-quiet">
              Your session has ended. What you typed is still here.
            </Dialog.Description>
            <SignInForm onSignedIn={goOn} />
            <Dialog.Close className="action mt-3">
              <span className="sweeps">Leave the desk</span>
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </SignInAgainContext>
  )
}
