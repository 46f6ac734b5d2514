import './account.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { PasswordField } from '#web/ui/forms/field.tsx'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { BackupFacts } from '../backup-facts.tsx'
import { failureOf } from '../client/failure-of.ts'
import { deskHead } from '../desk-head.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useBackups } from '../use-backups.ts'
import {
  ACCOUNT,
  type AccountState,
  callAccount,
  errorAt,
  errorBeside,
  readAccount,
} from './account-client.ts'
import { AdministratorsSection } from './administrators-section.tsx'
import { AlertsSection } from './alerts-section.tsx'
import { ConfirmYou } from './confirm-you.tsx'
import { DevicesSection } from './devices-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { OwnRole } from './roles.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { Buttons, RefusedSection, RefusedSince, Section } from './section.tsx'

export const meta = deskHead('Account')

export default function Account() {
  const cache = useQueryClient()
  const read = useQuery({
    queryKey: ACCOUNT,
    queryFn: readAccount,
    gcTime: 0,
  })
  const { data: state } = read
  const failure = failureOf(read)
  const readAgain = () => cache.invalidateQueries({ queryKey: ACCOUNT })

  return (
    <div className="ruled account">
      <div>
        <h1>Account</h1>
        {state && <p className="mt-2 text-quiet">{state.email}</p>}
      </div>
      {failure && <LoadFailed sentence={failure} onRetry={() => void readAgain()} />}
      {!state && !failure && <AccountSkeleton />}
      {state && (
        <>
          <RequiredStep owes={state.owes} />
          <Sections state={state} load={readAgain} />
          <ConfirmYou email={state.email} />
        </>
      )}
    </div>
  )
}

type SectionsProps = { state: AccountState; load: () => Promise<void> }

function Sections({ state, load }: SectionsProps) {
  if (state.owes === 'new-password') return <PasswordSection state={state} onChanged={reloadDesk} />
  if (state.owes === 'second-factor')
    return (
      <>
        <SecondFactorSection number={1} state={state} onChanged={reloadDesk} />
        <PasskeysSection number={2} state={state} onChanged={reloadDesk} />
      </>
    )
  return (
    <>
      {state.refused && <RefusedSince refused={state.refused} />}
      <PasswordSection state={state} onChanged={load} />
      <DevicesSection devices={state.devices} formerDevices={state.formerDevices} onChanged={load} />
      {state.refused && <RefusedSection refused={state.refused} />}
      <SecondFactorSection number={4} state={state} onChanged={load} />
      <PasskeysSection number={5} state={state} onChanged={load} />
      {state.role === 'owner' ? (
        <>
          <AdministratorsSection
            administrators={state.administrators}
            resetsByMail={state.resetsByMail}
            onChanged={load}
          />
          <BackupsSection />
          <AlertsSection />
        </>
      ) : (
        <OwnRole number={6} state={state} />
      )}
    </>
  )
}

async function reloadDesk() {
  window.location.assign('/admin')
}

function RequiredStep({ owes }: Pick<AccountState, 'owes'>) {
  if (!owes) return null
  return (
    <p className="desk-sheet desk-note" role="status">
      {owes === 'new-password'
        ? 'Somebody else knows your first password. Choose one of your own; then the desk opens.'
        : 'This site asks every administrator for a second factor. Set up codes of an app or add a passkey; then the desk opens.'}
    </p>
  )
}

function AccountSkeleton() {
  return (
    <div role="status" className="account">
      <span className="sr-only">Reading your account …</span>
      {[64, 40, 40, 56].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four that never change places
        <div key={index}>
          <div className="skeleton mb-5 h-10 w-60" />
          <div className={`desk-sheet skeleton ${height > 50 ? 'h-64' : 'h-40'}`} />
        </div>
      ))}
    </div>
  )
}

type PasswordSectionProps = { state: Pick<AccountState, 'email'>; onChanged: () => Promise<void> }

function PasswordSection({ state, onChanged }: PasswordSectionProps) {
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

function BackupsSection() {
  const { told, failure, again } = useBackups()
  return (
    <div id="backups">
      <Section number={7} title="Backups" marks={told && (told.nightly ? 'every night' : 'not set up')}>
        {failure && <LoadFailed sentence={failure} onRetry={again} />}
        {!told && !failure && (
          <div role="status" className="desk-sheet skeleton h-28">
            <span className="sr-only">Asking for the backups …</span>
          </div>
        )}
        {told && (
          <div className="desk-sheet grid gap-2">
            <BackupFacts told={told} />
            <Link className="action justify-self-start" to="/admin/backup">
              <span className="sweeps">Make, download and set up backups</span>
            </Link>
          </div>
        )}
      </Section>
    </div>
  )
}
