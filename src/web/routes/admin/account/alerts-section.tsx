import { useMutation, useQuery } from '@tanstack/react-query'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { failureOf, toastError } from '../client/failure-of.ts'
import { LoadFailed } from '../load-failed.tsx'
import { callAccount } from './account-client.ts'
import { Section } from './section.tsx'

/** Who is told of trouble, and a message that tries it. */
export function AlertsSection() {
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
        <div role="status" className="desk-sheet skeleton h-28">
          <span className="sr-only">Asking who is told …</span>
        </div>
      )}
      {ways && (
        <div className="desk-sheet grid gap-3">{ways.length > 0 ? <Ways ways={ways} /> : <HowToSetUp />}</div>
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
