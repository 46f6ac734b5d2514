import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ROLE_NAMES, type Role } from '#domain/identity/roles.ts'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { Fault, Field, PasswordField } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { Modal } from '../dialogs.tsx'
import { type Colleague, callAccount, errorAt, errorBeside } from './account-client.ts'
import { CopyButton } from './enable-second-factor.tsx'
import { ChangeRole, RoleChoice } from './roles.tsx'
import { AskFirst, Buttons, CallButton, Section, useFocusBack } from './section.tsx'

type AdministratorsSectionProps = {
  administrators: Colleague[]
  resetsByMail: boolean
  onChanged: () => Promise<void>
}

export function AdministratorsSection({
  administrators,
  resetsByMail,
  onChanged,
}: AdministratorsSectionProps) {
  const active = administrators.filter((one) => !one.disabled).length
  return (
    <Section number={6} title="Administrators" marks={`${active} can sign in`}>
      <ul className="admin-sheet lines">
        {administrators.map((one) => (
          <ColleagueLine key={one.id} one={one} resetsByMail={resetsByMail} onChanged={onChanged} />
        ))}
      </ul>
      {!resetsByMail && administrators.length > 1 && (
        <p className="mt-3 text-quiet text-sm">
          Has somebody forgotten the password? Whoever runs the server sets a new one with npm run admin --
          password and the email, or SMTP_URL; then a link can be mailed from here.
        </p>
      )}
      <NewAdministrator onMade={onChanged} />
    </Section>
  )
}

type LineProps = { one: Colleague; onChanged: () => Promise<void> }

function ColleagueLine({ one, resetsByMail, onChanged }: LineProps & { resetsByMail: boolean }) {
  return (
    <li data-disabled={one.disabled || undefined}>
      <span className="initial" aria-hidden="true">
        {one.email.slice(0, 1).toUpperCase()}
      </span>
      <div className="min-w-0">
        <p className="break-words font-semibold">
          {one.email} {one.present && <span className="this-one">You</span>}
        </p>
        <p className="text-quiet text-sm leading-snug">
          {ROLE_NAMES[one.role]} ·{' '}
          {one.disabled
            ? 'Disabled: cannot sign in'
            : one.secondFactor
              ? 'Second factor on'
              : 'Password alone'}
          {!one.present && one.refused > 0 && ` · ${one.refused} sign-ins refused in 30 days`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:mt-2">
        <ChangeRole one={one} onChanged={onChanged} />
        {!one.present &&
          (one.disabled ? (
            <Restore one={one} onChanged={onChanged} />
          ) : (
            <ActiveButtons one={one} resetsByMail={resetsByMail} onChanged={onChanged} />
          ))}
      </div>
    </li>
  )
}

function ActiveButtons({ one, resetsByMail, onChanged }: LineProps & { resetsByMail: boolean }) {
  if (!resetsByMail) return <Disable one={one} onChanged={onChanged} />
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <SendReset one={one} />
      <Disable one={one} onChanged={onChanged} />
    </div>
  )
}

function SendReset({ one }: Pick<LineProps, 'one'>) {
  return (
    <CallButton
      aria-label={`Mail a link for a new password to ${one.email}`}
      send={() =>
        callAccount((api) => api.administrators[':id']['password-reset'].$post({ param: { id: one.id } }))
      }
      onDone={() => toastSuccess(`${one.email} gets a mail with a link for a new password.`)}
    >
      Mail a link
    </CallButton>
  )
}

function Restore({ one, onChanged }: LineProps) {
  return (
    <CallButton
      aria-label={`Restore ${one.email}`}
      send={() =>
        callAccount((api) => api.administrators[':id'].restoration.$post({ param: { id: one.id } }))
      }
      onDone={() => toastSuccess(`${one.email} can sign in again.`)}
      onSettled={() => void onChanged()}
    >
      Restore
    </CallButton>
  )
}

function Disable({ one, onChanged }: LineProps) {
  return (
    <AskFirst
      name="Disable"
      label={`Disable ${one.email}`}
      title="Disable this administrator?"
      text={`${one.email} is signed out everywhere at once. You can restore the account at any time.`}
      send={() =>
        callAccount((api) => api.administrators[':id'].disablement.$post({ param: { id: one.id } }))
      }
      done={`${one.email} is signed out and can no longer sign in.`}
      onChanged={onChanged}
    />
  )
}

type Made = { email: string; password: string | null }

function NewAdministrator({ onMade }: { onMade: () => Promise<void> }) {
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
    mutationFn: (json: { email: string; role: Role; password?: string }) =>
      callAccount((api) => api.administrators.$post({ json })),
    onSuccess: (made) => void onMade(made),
  })
  const [chosen, setChosen] = useState(false)
  const [role, setRole] = useState<Role>('uploader')

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    create.mutate({
      email: String(typed.get('email')),
      role,
      ...(chosen && { password: String(typed.get('password')) }),
    })
  }

  const beside = errorBeside(create.error, ['email', 'password'])
  return (
    <form className="admin-sheet grid gap-5" noValidate onSubmit={submit}>
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
      <RoleChoice role={role} onChoose={setRole} />
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
      <Fault sentence={beside} />
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
    <Modal
      open={made !== null}
      onOpenChange={(open) => !open && onClose()}
      disablePointerDismissal
      title="Pass this password on"
      text={`${made?.email} signs in with it once and then chooses another. It is not shown again.`}
      finalFocus={opener}
    >
      <code className="key mb-4 block">{made?.password}</code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={made?.password ?? ''} name="Copy" />
        <Dialog.Close className="button">I have it</Dialog.Close>
      </div>
    </Modal>
  )
}
