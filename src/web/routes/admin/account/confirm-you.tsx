import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PasswordField } from '#web/ui/field.tsx'
import { CallError } from '../client/call-error.ts'
import { confirmYou, signInAgain } from '../client/prompts.ts'
import { Cancel, Modal } from '../dialogs.tsx'
import { callAccount } from './account-client.ts'
import { Buttons } from './section.tsx'

/** Once on each page whose changes need the password to have been typed lately. */
export function ConfirmYou({ email }: { email: string }) {
  const isAsked = confirmYou.useIsAsked()
  useEffect(() => confirmYou.drop, [])
  return (
    <Modal
      open={isAsked}
      onOpenChange={(next) => !next && confirmYou.answer(false)}
      title="Confirm it is you"
      text="Type your password. You are not asked again for ten minutes."
    >
      <ConfirmForm email={email} onConfirmed={() => confirmYou.answer(true)} />
    </Modal>
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
      <Buttons busy={confirm.isPending} name="Go on" leave={<Cancel />} />
    </form>
  )
}

function isSignedOut(error: Error | null) {
  return error instanceof CallError && error.status === 401
}
