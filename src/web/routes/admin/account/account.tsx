import './account.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '../client/failure-of.ts'
import { deskHead } from '../desk-head.ts'
import { LoadFailed } from '../load-failed.tsx'
import { ACCOUNT, type AccountState, readAccount } from './account-client.ts'
import { AdministratorsSection } from './administrators-section.tsx'
import { BackupsSection } from './backups-section.tsx'
import { ConfirmYou } from './confirm-you.tsx'
import { DevicesSection } from './devices/devices-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { RefusedSection, RefusedSince } from './refused-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'

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
    return <SecondFactorSection number={1} state={state} onChanged={reloadDesk} />
  return (
    <>
      {state.refused && <RefusedSince refused={state.refused} />}
      <PasswordSection state={state} onChanged={load} />
      <DevicesSection devices={state.devices} formerDevices={state.formerDevices} onChanged={load} />
      {state.refused && <RefusedSection refused={state.refused} />}
      <SecondFactorSection number={4} state={state} onChanged={load} />
      <AdministratorsSection administrators={state.administrators} onChanged={load} />
      <BackupsSection />
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
        : 'This site asks every administrator for a second factor. Set yours up; then the desk opens.'}
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
