import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CodeField } from '#web/routes/code-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { callAccount, errorAt, errorBeside } from '../account-client.ts'
import { Buttons } from '../buttons.tsx'

type SwitchOffProps = { email: string; onDone: () => Promise<void> }

/** Takes both the password and a code of either kind. */
export function SwitchOff(props: SwitchOffProps) {
  const [open, setOpen] = useState(false)
  // Its opener is removed with the second factor, and cannot take the focus back.
  const done = useRef(false)

  function close() {
    done.current = true
    setOpen(false)
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button button-quiet">Switch it off</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog" finalFocus={() => !done.current}>
          <Dialog.Title className="mb-1 text-2xl">Switch the second factor off?</Dialog.Title>
          <Dialog.Description className="mb-4 text-quiet">
            Then the password alone opens the desk. The recovery codes are worth nothing any more.
          </Dialog.Description>
          <SwitchOffForm {...props} close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SwitchOffForm({ email, onDone, close }: SwitchOffProps & { close: () => void }) {
  const off = useMutation({
    mutationFn: (json: { password: string; code: string }) =>
      callAccount((api) => api.account['second-factor'].removal.$post({ json })),
    onSuccess() {
      close()
      void onDone()
    },
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    off.mutate({ password: String(typed.get('password')), code: String(typed.get('code')) })
  }

  const beside = errorBeside(off.error, ['password', 'code'])
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={errorAt(off.error, 'password')}
      />
      <CodeField error={errorAt(off.error, 'code')} waits />
      {beside && (
        <p className="field-error" role="alert">
          {beside}
        </p>
      )}
      <Buttons
        danger
        busy={off.isPending}
        name="Switch it off"
        leave={<Dialog.Close className="button button-line">Keep it on</Dialog.Close>}
      />
    </form>
  )
}
