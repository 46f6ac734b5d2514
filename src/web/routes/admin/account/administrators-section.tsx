import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { toastError } from '../client/failure-of.ts'
import { type Colleague, callAccount } from './account-client.ts'
import { Buttons } from './buttons.tsx'
import { NewAdministrator } from './new-administrator.tsx'
import { Section } from './section.tsx'

type AdministratorsSectionProps = { administrators: Colleague[]; onChanged: () => Promise<void> }

export function AdministratorsSection({ administrators, onChanged }: AdministratorsSectionProps) {
  const active = administrators.filter((one) => !one.disabled).length
  return (
    <Section number={5} title="Administrators" marks={`${active} can sign in`}>
      <ul className="desk-sheet lines">
        {administrators.map((one) => (
          <ColleagueLine key={one.id} one={one} onChanged={onChanged} />
        ))}
      </ul>
      <NewAdministrator onMade={onChanged} />
    </Section>
  )
}

type LineProps = { one: Colleague; onChanged: () => Promise<void> }

function ColleagueLine({ one, onChanged }: LineProps) {
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
          {one.disabled
            ? 'Disabled: cannot sign in'
            : one.secondFactor
              ? 'Second factor on'
              : 'Password alone'}
          {!one.present && one.refused > 0 && ` · ${one.refused} sign-ins refused in 30 days`}
        </p>
      </div>
      {!one.present &&
        (one.disabled ? (
          <Restore one={one} onChanged={onChanged} />
        ) : (
          <Disable one={one} onChanged={onChanged} />
        ))}
    </li>
  )
}

function Restore({ one, onChanged }: LineProps) {
  const restore = useMutation({
    mutationFn: () =>
      callAccount((api) => api.administrators[':id'].restoration.$post({ param: { id: one.id } })),
    onSuccess: () => toastSuccess(`${one.email} can sign in again.`),
    onError: toastError,
    onSettled: () => void onChanged(),
  })
  return (
    <BusyButton
      type="button"
      className="button button-line"
      aria-label={`Restore ${one.email}`}
      busy={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore
    </BusyButton>
  )
}

function Disable({ one, onChanged }: LineProps) {
  const [open, setOpen] = useState(false)
  const done = useRef(false)
  const disable = useMutation({
    mutationFn: () =>
      callAccount((api) => api.administrators[':id'].disablement.$post({ param: { id: one.id } })),
    onSuccess() {
      // Its opener is removed when the account is disabled, and cannot take the focus back.
      done.current = true
      toastSuccess(`${one.email} is signed out and can no longer sign in.`)
    },
    onError: toastError,
    onSettled() {
      setOpen(false)
      void onChanged()
    },
  })

  function submit(event: React.FormEvent) {
    event.preventDefault()
    disable.mutate()
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger className="button button-quiet" aria-label={`Disable ${one.email}`}>
        Disable
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" finalFocus={() => !done.current}>
          <AlertDialog.Title className="mb-2 text-2xl">Disable this administrator?</AlertDialog.Title>
          <AlertDialog.Description className="mb-5 break-words text-quiet">
            {one.email} is signed out everywhere at once. You can restore the account at any time.
          </AlertDialog.Description>
          <form onSubmit={submit}>
            <Buttons
              danger
              busy={disable.isPending}
              name="Disable"
              leave={<AlertDialog.Close className="button button-line">Keep</AlertDialog.Close>}
            />
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
