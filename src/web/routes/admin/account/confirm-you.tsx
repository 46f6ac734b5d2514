import { Dialog } from '@base-ui/react/dialog'
import { createContext, use, useCallback, useRef, useState } from 'react'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'
import { accountApi } from './account-client.ts'
import { Buttons } from './buttons.tsx'
import { once, SIGNED_OUT } from './use-call.ts'

/** Asks over the page for the password; true when it was right, false when it was not typed. */
const ConfirmYouContext = createContext<() => Promise<boolean>>(async () => false)

export function useConfirmYou() {
  return use(ConfirmYouContext)
}

export function ConfirmYou({ email, children }: { email: string; children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<((confirmed: boolean) => void)[]>([])
  const ask = useCallback(() => {
    setOpen(true)
    return new Promise<boolean>((resolve) => waiting.current.push(resolve))
  }, [])
  const settle = useCallback((confirmed: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(confirmed)
  }, [])
  return (
    <ConfirmYouContext value={ask}>
      {children}
      <Dialog.Root open={open} onOpenChange={(next) => !next && settle(false)}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog">
            <Dialog.Title className="mb-1 text-2xl">Confirm it is you</Dialog.Title>
            <Dialog.Description className="mb-4 text-quiet">
              Type your password. You are not asked again for ten minutes.
            </Dialog.Description>
            <ConfirmForm email={email} onConfirmed={() => settle(true)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </ConfirmYouContext>
  )
}

function ConfirmForm({ email, onConfirmed }: { email: string; onConfirmed: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const signInAgain = useSignInAgain()

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setError('')
    const outcome = await once(() => accountApi.account.confirmation.$post({ json: { password } }))
    setBusy(false)
    if (!('refusal' in outcome)) return onConfirmed()
    // A session that has just begun needs no confirmation.
    if (SIGNED_OUT.includes(outcome.refusal.code)) return void signInAgain().then(onConfirmed)
    setError(outcome.refusal.detail)
  }

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={error || undefined}
      />
      <Buttons
        busy={busy}
        name="Go on"
        leave={<Dialog.Close className="button button-line">Cancel</Dialog.Close>}
      />
    </form>
  )
}
