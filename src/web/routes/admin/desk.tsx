import { useRef, useState } from 'react'
import type { Paper } from '#domain/paper/paper.ts'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { BackupWarning } from './backup-warning.tsx'
import { deskHead, UPLOADED } from './desk-head.ts'
import { useDesk } from './layout.tsx'
import { FirstSignIn } from './onboarding/first-sign-in.tsx'
import { OnboardingLine } from './onboarding/onboarding-line.tsx'
import { useOnboarding } from './onboarding/use-onboarding.ts'
import { useRefreshPapers } from './papers/refresh-papers.ts'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import type { Uploaded } from './papers/use-new-paper.ts'
import { PricingSection } from './prices/pricing-section.tsx'
import { SiteWarnings } from './site-warnings.tsx'
import { UploadForm } from './upload-form/upload-form.tsx'

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
