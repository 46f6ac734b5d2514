import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useState } from 'react'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { confirmYou, signInAgain } from '../client/questions.ts'
import { callAccount } from './account-client.ts'
import { Buttons } from './buttons.tsx'

/** The dialog of `confirmYou`, for the account of `email`. */
export function ConfirmYou({ email }: { email: string }) {
  const isAsked = confirmYou.useIsAsked()
  useEffect(() => confirmYou.drop, [])
  return (
    <Dialog.Root open={isAsked} onOpenChange={(next) => !next && confirmYou.answer(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="mb-1 text-2xl">Confirm it is you</Dialog.Title>
          <Dialog.Description className="mb-4 text-quiet">
            Type your password. You are not asked again for ten minutes.
          </Dialog.Description>
          <ConfirmForm email={email} onConfirmed={() => confirmYou.answer(true)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ConfirmForm({ email, onConfirmed }: { email: string; onConfirmed: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setError('')
    const outcome = await callAccount((api) => api.account.confirmation.$post({ json: { password } }), {
      silent: true,
    })
    setBusy(false)
    if (!('refusal' in outcome)) return onConfirmed()
    // A session that has just begun needs no confirmation.
    if (outcome.refusal.status === 401) return void signInAgain.ask().then(onConfirmed)
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
