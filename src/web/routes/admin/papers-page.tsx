import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { FIRST_STEP_IDS, type FirstStep, openSteps } from '#domain/onboarding/onboarding-steps.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useBackups, whenLabel } from './backup-facts.tsx'
import { callAdmin } from './client/call-admin.ts'
import { useAdmin } from './layout.tsx'
import { StepState, useOnboarding } from './onboarding/use-onboarding.tsx'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import { type Uploaded, useRefreshPapers } from './papers/use-papers-list.ts'
import { PricingSection } from './prices/pricing-section.tsx'
import { adminMeta, UPLOADED } from './titles-and-toasts.ts'
import { UploadForm } from './upload-form/upload-form.tsx'
import './onboarding/onboarding.css'

export const meta = adminMeta('Papers')

export default function PapersPage() {
  const { now, isNew, role } = useAdmin()
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
      <div className="admin-head">
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

/** Shown above the admin area while backups that are to be made every night have not been for two days. */
function BackupWarning() {
  const { told } = useBackups()
  if (!told?.overdue) return null
  const { lastGood } = told
  return (
    <p className="admin-sheet admin-note" role="alert">
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

/** Shown above the admin area while the site has found something that whoever runs it should look at. */
function SiteWarnings() {
  const { data } = useQuery({
    queryKey: ['warnings'],
    queryFn: ({ signal }) => callAdmin((api) => api.warnings.$get({ query: {} }), { once: true, signal }),
  })
  return data?.warnings.map(({ kind, sentence, since }) => (
    <p key={kind} className="admin-sheet admin-note" role="alert">
      <span className="whitespace-pre-line wrap-anywhere">
        {since && <strong>Since {dayLabel(since)}: </strong>}
        {sentence}
      </span>
    </p>
  ))
}

/** Next to the heading of the admin area, whose height it keeps, until nothing is a sample any more. */
function OnboardingLine({ steps }: { steps: FirstStep[] }) {
  const open = openSteps(steps).length
  if (open === 0) return null
  return (
    <p className="setup-line">
      <Link className="action" to="/admin/setup">
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

/** The checklist on top of the admin area of a site that nobody has made their own yet. */
function FirstSignIn({ steps, onLater }: FirstSignInProps) {
  return (
    <section aria-labelledby="first-sign-in" className="admin-sheet first-sign-in">
      <div className="grid gap-1">
        <h2 id="first-sign-in" className="text-[1.375rem]">
          Make it yours
        </h2>
        <p className="max-w-[72ch] text-quiet text-pretty">
          What the site says is a sample. Each of these takes a minute, with the page next to it.
        </p>
      </div>
      <ol className="checklist">
        {(steps ?? ALL_SAMPLES).map((step) => (
          <li key={step.id}>
            <Link to={`/admin/setup?step=${step.id}`}>
              <StepState step={step} />
            </Link>
          </li>
        ))}
      </ol>
      <p className="flex gap-3">
        <Link className="button" to="/admin/setup">
          Begin
        </Link>
        <button type="button" className="button button-line" onClick={onLater}>
          Later
        </button>
      </p>
    </section>
  )
}
