import { useState } from 'react'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { type AccountState, callAccount, errorAt, errorBeside, type Refusal } from './account-client.ts'
import { Buttons } from './buttons.tsx'
import { Section } from './section.tsx'

type PasswordSectionProps = { state: Pick<AccountState, 'email'>; onChanged: () => Promise<void> }

/** Changing the password; every other device is signed out by it. */
export function PasswordSection({ state, onChanged }: PasswordSectionProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const json = { present: String(typed.get('present')), next: String(typed.get('next')) }
    setBusy(true)
    setRefusal(null)
    const outcome = await callAccount((api) => api.account.password.$put({ json }))
    setBusy(false)
    if ('refusal' in outcome) return setRefusal(outcome.refusal)
    form.reset()
    toastSuccess('Password changed. Your other devices are signed out.')
    await onChanged()
  }

  const beside = errorBeside(refusal, ['present', 'next'])
  return (
    <Section number={1} title="Password">
      <form className="desk-sheet grid gap-5" onSubmit={(event) => void submit(event)}>
        <input type="text" name="username" autoComplete="username" defaultValue={state.email} hidden />
        <div className="grid gap-5 md:grid-cols-2">
          <PasswordField
            label="Present password"
            name="present"
            autoComplete="current-password"
            error={errorAt(refusal, 'present')}
          />
          <PasswordField
            label="New password"
            name="next"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH.least} characters. A few words in a row are easy to keep in mind.`}
            error={errorAt(refusal, 'next')}
          />
        </div>
        {beside && (
          <p className="field-error" role="alert">
            {beside}
          </p>
        )}
        <Buttons busy={busy} name="Change password" />
      </form>
    </Section>
  )
}
