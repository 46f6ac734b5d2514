import './account.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Fault, PasswordField } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { BackupFacts, useBackups } from '../backup-facts.tsx'
import { failureOf, toastError } from '../client/call-error.ts'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import {
  ACCOUNT,
  type AccountState,
  callAccount,
  errorAt,
  errorBeside,
  readAccount,
} from './account-client.ts'
import { AdministratorsSection } from './administrators-section.tsx'
import { ConfirmYou } from './confirm-you.tsx'
import { DevicesSection } from './devices-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { OwnRole } from './roles.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { Buttons, RefusedSection, RefusedSince, Section } from './section.tsx'

export const meta = adminMeta('Account')

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
  if (state.owes === 'new-password') return <PasswordSection state={state} onChanged={reloadAdmin} />
  if (state.owes === 'second-factor')
    return (
      <>
        <SecondFactorSection number={1} state={state} onChanged={reloadAdmin} />
        <PasskeysSection number={2} state={state} onChanged={reloadAdmin} />
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

async function reloadAdmin() {
  window.location.assign('/admin')
}

function RequiredStep({ owes }: Pick<AccountState, 'owes'>) {
  if (!owes) return null
  return (
    <p className="admin-sheet admin-note" role="status">
      {owes === 'new-password'
        ? 'Somebody else knows your first password. Choose one of your own; then the other pages open.'
        : 'This site asks every administrator for a second factor. Set up codes of an app or add a passkey; then the other pages open.'}
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
          <div className={`admin-sheet skeleton ${height > 50 ? 'h-64' : 'h-40'}`} />
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
      <form className="admin-sheet grid gap-5" ref={form} onSubmit={submit}>
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
        <Fault sentence={beside} />
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
          <div role="status" className="admin-sheet skeleton h-28">
            <span className="sr-only">Asking for the backups …</span>
          </div>
        )}
        {told && (
          <div className="admin-sheet grid gap-2">
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

/** Who is told of trouble, and a message that tries it. */
function AlertsSection() {
  const read = useQuery({
    queryKey: ['alerts'],
    queryFn: () => callAccount((api) => api.alerts.$get({ query: {} })),
  })
  const failure = failureOf(read)
  const ways = read.data?.ways
  return (
    <Section number={7} title="Alerts" marks={ways && (ways.length > 0 ? 'on' : 'not set up')}>
      {failure && <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />}
      {!ways && !failure && (
        <div role="status" className="admin-sheet skeleton h-28">
          <span className="sr-only">Asking who is told …</span>
        </div>
      )}
      {ways && (
        <div className="admin-sheet grid gap-3">
          {ways.length > 0 ? <Ways ways={ways} /> : <HowToSetUp />}
        </div>
      )}
    </Section>
  )
}

function Ways({ ways }: { ways: string[] }) {
  const test = useMutation({
    mutationFn: () => callAccount((api) => api.alerts.test.$post()),
    onError: toastError,
  })
  return (
    <>
      <p>
        A message is sent once when a backup fails, the disk fills, a file is damaged, a scan cannot be read,
        many sign-ins are refused or one comes from a new device. Ways:{' '}
        <strong className="wrap-anywhere">{ways.join('; ')}</strong>.
      </p>
      <div>
        <BusyButton
          type="button"
          className="button button-line"
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test
        </BusyButton>
      </div>
      <div role="status" className="empty:hidden">
        {test.data?.outcomes.map(({ way, fault }) => (
          <p key={way} className={`mt-1 wrap-anywhere ${fault ? 'field-error' : ''}`}>
            <strong>{way}:</strong> {fault ?? 'taken. Look whether the test has arrived.'}
          </p>
        ))}
      </div>
    </>
  )
}

function HowToSetUp() {
  return (
    <p>
      Nobody is told when a backup fails or the disk fills. Whoever runs the server sets{' '}
      <code>ALERT_URL</code> to a webhook, such as one of ntfy, Slack or Telegram, or SMTP_URL to a mail
      server; then this page has a button that sends a test.
    </p>
  )
}
