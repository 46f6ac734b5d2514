import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { type AccountState, callAccount, errorAt, errorBeside } from './account-client.ts'
import { Buttons } from './buttons.tsx'
import { Section } from './section.tsx'

type PasswordSectionProps = { state: Pick<AccountState, 'email'>; onChanged: () => Promise<void> }

export function PasswordSection({ state, onChanged }: PasswordSectionProps) {
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation({
    mutationFn: (json: { present: string; next: string }) =>
      callAccount((api) => api.account.password.$put({ json })),
    onSuccess() {
      form.current?.reset()
      toastSuccess('Password changed. Your other devices are signed out.')
      void onChanged()
    },
  })

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    change.mutate({ present: String(typed.get('present')), next: String(typed.get('next')) })
  }

  const beside = errorBeside(change.error, ['present', 'next'])
  return (
    <Section number={1} title="Password">
      <form className="desk-sheet grid gap-5" ref={form} onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" defaultValue={state.email} hidden />
        <div className="grid gap-5 md:grid-cols-2">
          <PasswordField
            label="Present password"
            name="present"
            autoComplete="current-password"
            error={errorAt(change.error, 'present')}
          />
          <PasswordField
            label="New password"
            name="next"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_LENGTH.least} characters. A few words in a row are easy to keep in mind.`}
            error={errorAt(change.error, 'next')}
          />
        </div>
        {beside && (
          <p className="field-error" role="alert">
            {beside}
          </p>
        )}
        <Buttons busy={change.isPending} name="Change password" />
      </form>
    </Section>
  )
}
