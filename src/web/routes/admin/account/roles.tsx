import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_DUTIES, ROLE_NAMES, ROLES, type Role } from '#domain/identity/roles.ts'
import { Fault } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { Cancel, Modal } from '../dialogs.tsx'
import { type AccountState, type Colleague, callAccount, errorBeside } from './account-client.ts'
import { Buttons, Section } from './section.tsx'

type ChoiceProps = { role: Role; onChoose: (role: Role) => void }

export function RoleChoice({ role, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Role</legend>
      {ROLES.map((each) => (
        <label key={each} className="tick items-start py-2">
          <input type="radio" name="role" checked={each === role} onChange={() => onChoose(each)} />
          <span className="min-w-0">
            <span className="font-semibold">{ROLE_NAMES[each]}</span>
            <span className="block text-quiet text-sm leading-snug">{ROLE_DUTIES[each]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ChangeProps = { one: Colleague; onChanged: () => Promise<void> }

export function ChangeRole({ one, onChanged }: ChangeProps) {
  const [open, setOpen] = useState(false)
  const [role, setRole] = useState(one.role)
  const change = useMutation({
    mutationFn: () =>
      callAccount((api) => api.administrators[':id'].role.$put({ param: { id: one.id }, json: { role } })),
    async onSuccess() {
      setOpen(false)
      // All of these pages change for oneself.
      if (one.present) return window.location.reload()
      toastSuccess(`${one.email} is an ${role} now.`)
      await onChanged()
    },
    onError: () => void onChanged(),
  })

  function show(next: boolean) {
    setOpen(next)
    if (!next) return
    setRole(one.role)
    change.reset()
  }

  const fault = errorBeside(change.error, [])
  return (
    <Modal
      open={open}
      onOpenChange={show}
      title={`What may ${one.present ? 'you' : 'this administrator'} do?`}
      text={`${one.email}: the role holds at once, on every device that is signed in.`}
      opener={
        <Dialog.Trigger className="button button-line" aria-label={`Change the role of ${one.email}`}>
          Role
        </Dialog.Trigger>
      }
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <RoleChoice role={role} onChoose={setRole} />
        {one.present && role !== 'owner' && (
          <p className="admin-note">You would be no owner any more. Only another owner can undo this.</p>
        )}
        <Fault sentence={fault} />
        <Buttons
          name="Save role"
          busy={change.isPending}
          reason={role === one.role ? 'This is the role now.' : undefined}
          leave={<Cancel />}
        />
      </form>
    </Modal>
  )
}

type OwnRoleProps = { number: number; state: Pick<AccountState, 'role' | 'owners'> }

/** In the place of the list of administrators, which owners see. */
export function OwnRole({ number, state: { role, owners } }: OwnRoleProps) {
  return (
    <Section number={number} title="What you may do" marks={ROLE_NAMES[role]}>
      <div className="admin-sheet grid gap-2">
        <p className="text-lg">{ROLE_DUTIES[role]}</p>
        <p className="text-quiet text-sm wrap-anywhere">
          For anything else, and for another role, ask an owner: {owners.join(', ')}
        </p>
      </div>
    </Section>
  )
}
