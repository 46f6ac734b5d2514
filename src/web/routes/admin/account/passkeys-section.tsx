import { Dialog } from '@base-ui/react/dialog'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { PASSKEYS } from '#domain/identity/session-limits.ts'
import { makePasskey, useHasPasskeys } from '#web/identity/passkeys.ts'
import { Fault, Field } from '#web/ui/field.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { Cancel, Modal } from '../dialogs.tsx'
import { type AccountState, callAccount, errorAt, errorBeside } from './account-client.ts'
import { CodesLeft, RecoveryCodes } from './second-factor-section.tsx'
import { AskFirst, Buttons, Section, whenLabel } from './section.tsx'

type PasskeysSectionProps = { number: number; state: AccountState; onChanged: () => Promise<void> }
type Passkey = AccountState['passkeys'][number]

export function PasskeysSection({ number, state, onChanged }: PasskeysSectionProps) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { passkeys, secondFactor } = state

  async function keepCodes() {
    setCodes(null)
    await onChanged()
  }

  const marks = passkeys.length === 0 ? 'none' : `${passkeys.length}`
  return (
    <Section number={number} title="Passkeys" marks={codes ? '1' : marks}>
      {codes ? (
        <RecoveryCodes codes={codes} email={state.email} onKept={keepCodes} />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {passkeys.length > 0 && (
            <ul className="admin-sheet lines">
              {passkeys.map((one) => (
                <PasskeyLine key={one.id} one={one} onChanged={onChanged} />
              ))}
            </ul>
          )}
          {passkeys.length > 0 && !secondFactor.since && (
            <div className="admin-sheet grid gap-4">
              <CodesLeft left={secondFactor.codesLeft} onCodes={setCodes} />
            </div>
          )}
          <NewPasskey state={state} onMade={(made) => (made ? setCodes(made) : void onChanged())} />
        </div>
      )}
    </Section>
  )
}

type LineProps = { one: Passkey; onChanged: () => Promise<void> }

function PasskeyLine({ one, onChanged }: LineProps) {
  return (
    <li>
      <KeyRound aria-hidden="true" className="size-7 text-pen stroke-[1.5]" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{one.name}</p>
        <p className="text-quiet text-sm leading-snug">
          Added {whenLabel(one.createdAt)}
          {one.lastUsedAt ? ` · last used ${whenLabel(one.lastUsedAt)}` : ' · not used yet'}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-3">
        <Rename one={one} onChanged={onChanged} />
        <Remove one={one} onChanged={onChanged} />
      </div>
    </li>
  )
}

type NewPasskeyProps = { state: AccountState; onMade: (recoveryCodes: string[] | null) => void }

function NewPasskey({ state, onMade }: NewPasskeyProps) {
  const isPossible = useHasPasskeys()
  const form = useRef<HTMLFormElement>(null)
  const here = state.devices.find(({ present }) => present)?.device
  const add = useMutation({
    async mutationFn(name: string) {
      const options = await callAccount((api) => api.account.passkeys.options.$post())
      const attestation = await makePasskey(options)
      if (typeof attestation === 'string') return attestation
      return await callAccount((api) => api.account.passkeys.$post({ json: { name, attestation } }))
    },
    onSuccess(result) {
      if (typeof result === 'string') return toastFailure(result)
      form.current?.reset()
      toastSuccess('The passkey signs you in from now on.')
      onMade(result.recoveryCodes)
    },
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    add.mutate(String(new FormData(event.currentTarget).get('name')))
  }

  const beside = errorBeside(add.error, ['name'])
  return (
    <form ref={form} className="admin-sheet grid gap-5" noValidate onSubmit={submit}>
      <p className="max-w-[60ch]">
        A passkey signs you in with the finger, face or PIN of your phone or computer, without email and
        password. After the password it takes the place of the code.
      </p>
      {isPossible ? (
        <>
          <Field label="Name of the passkey" error={errorAt(add.error, 'name')}>
            {(field) => (
              <input
                {...field}
                className="input max-w-md"
                name="name"
                autoComplete="off"
                maxLength={PASSKEYS.nameCharacters}
                defaultValue={here}
              />
            )}
          </Field>
          <Fault sentence={beside} />
          <Buttons busy={add.isPending} name="Add a passkey" />
        </>
      ) : (
        <p className="text-quiet text-sm">
          This browser cannot make one here. Open the site at its own address, with https, in a current
          browser.
        </p>
      )}
    </form>
  )
}

function Rename({ one, onChanged }: LineProps) {
  const [open, setOpen] = useState(false)
  const rename = useMutation({
    mutationFn: (name: string) =>
      callAccount((api) => api.account.passkeys[':id'].$patch({ param: { id: one.id }, json: { name } })),
    onSuccess() {
      setOpen(false)
      void onChanged()
    },
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    rename.mutate(String(new FormData(event.currentTarget).get('name')))
  }

  const beside = errorBeside(rename.error, ['name'])
  return (
    <Modal
      open={open}
      onOpenChange={setOpen}
      title="Rename the passkey"
      opener={
        <Dialog.Trigger className="action" aria-label={`Rename ${one.name}`}>
          <span className="sweeps">Rename</span>
        </Dialog.Trigger>
      }
    >
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <Field label="New name" error={errorAt(rename.error, 'name') ?? (beside || undefined)}>
          {(field) => (
            <input
              {...field}
              className="input"
              name="name"
              autoComplete="off"
              maxLength={PASSKEYS.nameCharacters}
              defaultValue={one.name}
            />
          )}
        </Field>
        <Buttons busy={rename.isPending} name="Rename" leave={<Cancel />} />
      </form>
    </Modal>
  )
}

function Remove({ one, onChanged }: LineProps) {
  return (
    <AskFirst
      name="Remove"
      label={`Remove ${one.name}`}
      title="Remove this passkey?"
      text={`${one.name} no longer signs in here. Delete it on the device, too.`}
      send={() => callAccount((api) => api.account.passkeys[':id'].$delete({ param: { id: one.id } }))}
      done={`${one.name} no longer signs in.`}
      onChanged={onChanged}
    />
  )
}
