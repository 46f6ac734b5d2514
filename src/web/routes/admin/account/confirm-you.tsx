import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { CallError } from '../client/call-error.ts'
import { confirmYou, signInAgain } from '../client/prompts.ts'
import { callAccount } from './account-client.ts'
import { Buttons } from './section.tsx'

/** Once on each page whose changes need the password to have been typed lately. */
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
  const confirm = useMutation({
    mutationFn: (password: string) =>
      callAccount((api) => api.account.confirmation.$post({ json: { password } }), { silent: true }),
    onSuccess: onConfirmed,
    // A new session needs no confirmation.
    onError: (error) => isSignedOut(error) && void signInAgain.ask().then(onConfirmed),
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get('password')))
  }

  return (
    <form className="grid gap-4" onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={isSignedOut(confirm.error) ? undefined : confirm.error?.message}
      />
      <Buttons
        busy={confirm.isPending}
        name="Go on"
        leave={<Dialog.Close className="button button-line">Cancel</Dialog.Close>}
      />
    </form>
  )
}

function isSignedOut(error: Error | null) {
  return error instanceof CallError && error.status === 401
}
