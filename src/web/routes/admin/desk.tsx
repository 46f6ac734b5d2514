import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { FIRST_STEP_IDS, type FirstStep, openSteps } from '#domain/onboarding/onboarding-steps.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useBackups, whenLabel } from './backup-facts.tsx'
import { callAdmin } from './client/call-admin.ts'
import { deskHead, UPLOADED } from './desk-head.ts'
import { useDesk } from './layout.tsx'
import { StepState, useOnboarding } from './onboarding/use-onboarding.tsx'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import { type Uploaded, useRefreshPapers } from './papers/use-papers-list.ts'
import { PricingSection } from './prices/pricing-section.tsx'
import { UploadForm } from './upload-form/upload-form.tsx'
import './onboarding/onboarding.css'

export const meta = deskHead('Papers')

export default function AdminDesk() {
  const { now, isNew, role } = useDesk()
  const isOwner = role === 'owner'
  const heading = useRef<HTMLHeadingElement>(null)
  const onboarding = useOnboarding(isOwner)
  const isFirst = onboarding.isNew ?? isNew
  const refreshPapers = useRefreshPapers()
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const published = ({ id }: Paper) => {
    setUploaded({ id, show: false })
    void refreshPapers()
    toastSuccess(UPLOADED, {
      name: 'Show it',
      act: () => setUploaded({ id, show: true }),
    })
  }
  return (
    <div className="ruled grid gap-2 sm:gap-3.5 md:gap-7 lg:gap-5">
      <div className="desk-head">
        <h1 ref={heading} tabIndex={-1}>
          Papers
        </h1>
        {!isFirst && <OnboardingLine steps={onboarding.steps ?? []} />}
      </div>
      <SiteWarnings />
      {isFirst && (
        <FirstSignIn
          steps={onboarding.steps}
          onLater={async () => {
            // The button that was pressed is gone.
            if (await onboarding.putOff()) heading.current?.focus()
          }}
        />
      )}
      {isOwner && <BackupWarning />}
      {isOwner && <PricingSection now={now} />}
      <UploadForm number={isOwner ? 2 : 1} now={now} onPublished={published} />
      <UploadedPapers number={isOwner ? 3 : 2} uploaded={uploaded} now={now} />
    </div>
  )
}

/** Stands above the desk while backups that are to be made every night have not been for two days. */
function BackupWarning() {
  const { told } = useBackups()
  if (!told?.overdue) return null
  const { lastGood } = told
  return (
    <p className="desk-sheet desk-note" role="alert">
      <span>
        <strong>No good backup for two days or more.</strong>{' '}
        {lastGood ? `The last one was made on ${whenLabel(lastGood.at)}.` : 'None has been made yet.'}
      </span>
      <Link className="action" to="/admin/backup">
        <span className="sweeps">Why</span>
      </Link>
    </p>
  )
}

/** Stands above the desk while the site has found something that whoever runs it should look at. */
function SiteWarnings() {
  const { data } = useQuery({
    queryKey: ['warnings'],
    queryFn: ({ signal }) => callAdmin((api) => api.warnings.$get({ query: {} }), { once: true, signal }),
  })
  return data?.warnings.map(({ kind, sentence, since }) => (
    <p key={kind} className="desk-sheet desk-note" role="alert">
      <span className="whitespace-pre-line wrap-anywhere">
        {since && <strong>Since {dayLabel(since)}: </strong>}
        {sentence}
      </span>
    </p>
  ))
}

/** Beside the heading of the desk, whose height it keeps, until nothing is a sample any more. */
function OnboardingLine({ steps }: { steps: FirstStep[] }) {
  const open = openSteps(steps).length
  if (open === 0) return null
  return (
    <p className="first-minutes-line">
      <Link className="action" to="/admin/first-minutes">
        <span className="sweeps">
          Setup: {steps.length - open} of {steps.length} steps
        </span>
      </Link>
    </p>
  )
}

/** What every new site begins with, before it is read which papers came with it. */
const ALL_SAMPLES: FirstStep[] = FIRST_STEP_IDS.map((id) => ({ id, isSample: true, isSkipped: false }))

type FirstSignInProps = { steps: FirstStep[] | null; onLater: () => void }

/** The checklist on top of the desk of a site that nobody has made their own yet. */
function FirstSignIn({ steps, onLater }: FirstSignInProps) {
  return (
    <section aria-labelledby="first-sign-in" className="desk-sheet first-sign-in">
      <div className="grid gap-1">
        <h2 id="first-sign-in" className="text-[1.375rem]">
          Make it yours
        </h2>
        <p className="max-w-[72ch] text-quiet text-pretty">
          What the site says is a sample. Each of these takes a minute, with the page beside it.
        </p>
      </div>
      <ol className="checklist">
        {(steps ?? ALL_SAMPLES).map((step) => (
          <li key={step.id}>
            <Link to={`/admin/first-minutes?step=${step.id}`}>
              <StepState step={step} />
            </Link>
          </li>
        ))}
      </ol>
      <p className="flex gap-3">
        <Link className="button" to="/admin/first-minutes">
          Begin
        </Link>
        <button type="button" className="button button-line" onClick={onLater}>
          Later
        </button>
      </p>
    </section>
  )
}
