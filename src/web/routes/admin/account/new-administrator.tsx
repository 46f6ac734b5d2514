import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { callAccount, errorAt, errorBeside } from './account-client.ts'
import { Buttons } from './buttons.tsx'
import { useFocusBack } from './keep-focus.ts'
import { CopyButton } from './second-factor/copy-button.tsx'

type Made = { email: string; password: string | null }

export function NewAdministrator({ onMade }: { onMade: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Made | null>(null)
  const opener = useFocusBack(open)

  async function close(made: Made) {
    setOpen(false)
    if (made.password) setShown(made)
    else toastSuccess(`${made.email} can sign in now.`)
    await onMade()
  }

  return (
    <div className="mt-5">
      {open ? (
        <NewAdministratorForm onMade={close} onCancel={() => setOpen(false)} />
      ) : (
        <button ref={opener} type="button" className="button button-line" onClick={() => setOpen(true)}>
          Add an administrator
        </button>
      )}
      <FirstPassword made={shown} opener={opener} onClose={() => setShown(null)} />
    </div>
  )
}

type FormProps = { onMade: (made: Made) => Promise<void>; onCancel: () => void }

function NewAdministratorForm({ onMade, onCancel }: FormProps) {
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => email.current?.focus(), [])
  const create = useMutation({
    mutationFn: (json: { email: string; password?: string }) =>
      callAccount((api) => api.administrators.$post({ json })),
    onSuccess: (made) => void onMade(made),
  })
  const [chosen, setChosen] = useState(false)

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    create.mutate({
      email: String(typed.get('email')),
      ...(chosen && { password: String(typed.get('password')) }),
    })
  }

  const beside = errorBeside(create.error, ['email', 'password'])
  return (
    <form className="desk-sheet grid gap-5" noValidate onSubmit={submit}>
      <h3 className="text-xl">A further administrator</h3>
      <Field label="Email" error={errorAt(create.error, 'email')}>
        {(field) => (
          <input
            {...field}
            ref={email}
            className="input max-w-md"
            type="email"
            name="email"
            autoComplete="off"
            inputMode="email"
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 font-semibold">First password</legend>
        <label className="tick">
          <input type="radio" name="kind" checked={!chosen} onChange={() => setChosen(false)} /> Make one, and
          show it to me once
        </label>
        <label className="tick">
          <input type="radio" name="kind" checked={chosen} onChange={() => setChosen(true)} /> I type one
        </label>
      </fieldset>
      {chosen && (
        <div className="max-w-md">
          <PasswordField
            label="First password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH.least} characters.`}
            error={errorAt(create.error, 'password')}
          />
        </div>
      )}
      <p className="text-quiet text-sm">Whoever signs in with it chooses a password of their own first.</p>
      {beside && (
        <p className="field-error" role="alert">
          {beside}
        </p>
      )}
      <Buttons
        busy={create.isPending}
        name="Add administrator"
        leave={
          <button type="button" className="button button-line" disabled={create.isPending} onClick={onCancel}>
            Cancel
          </button>
        }
      />
    </form>
  )
}

type FirstPasswordProps = {
  made: Made | null
  opener: React.RefObject<HTMLButtonElement | null>
  onClose: () => void
}

function FirstPassword({ made, opener, onClose }: FirstPasswordProps) {
  return (
    <Dialog.Root open={made !== null} onOpenChange={(open) => !open && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog" finalFocus={opener}>
          <Dialog.Title className="mb-1 text-2xl">Pass this password on</Dialog.Title>
          <Dialog.Description className="mb-4 break-words text-quiet">
            {made?.email} signs in with it once and then chooses another. It is not shown again.
          </Dialog.Description>
          <code className="key mb-4 block">{made?.password}</code>
          <div className="flex flex-wrap gap-3">
            <CopyButton text={made?.password ?? ''} name="Copy" />
            <Dialog.Close className="button">I have it</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
