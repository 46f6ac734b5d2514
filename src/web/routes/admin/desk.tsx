import { useRef, useState } from 'react'
import type { Paper } from '#domain/paper/paper.ts'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { BackupWarning } from './backups/backup-warning.tsx'
import { deskHead } from './desk-head.ts'
import { FirstMinutesLine } from './first-minutes/first-minutes-line.tsx'
import { FirstSignIn } from './first-minutes/first-sign-in.tsx'
import { useFirstMinutes } from './first-minutes/use-first-minutes.ts'
import { useDesk } from './layout.tsx'
import { UploadedPapers } from './papers/list/uploaded-papers.tsx'
import { useRefreshPapers } from './papers/state/refresh-papers.ts'
import type { Uploaded } from './papers/state/use-new-paper.ts'
import { PricingSection } from './prices/pricing-section.tsx'
import { UPLOADED } from './toast-texts.ts'
import { UploadForm } from './upload-form/upload-form.tsx'
import { SiteWarnings } from './warnings/site-warnings.tsx'

export const meta = deskHead('Papers')

export default function AdminDesk() {
  const { now, isNew } = useDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  const firstMinutes = useFirstMinutes()
  const isFirst = firstMinutes.isNew ?? isNew
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
        {!isFirst && <FirstMinutesLine steps={firstMinutes.steps ?? []} />}
      </div>
      <SiteWarnings />
      {isFirst && (
        <FirstSignIn
          steps={firstMinutes.steps}
          onLater={async () => {
            // The button that was pressed is gone.
            if (await firstMinutes.putOff()) heading.current?.focus()
          }}
        />
      )}
      <BackupWarning />
      <PricingSection now={now} />
      <UploadForm now={now} onPublished={published} />
      <UploadedPapers uploaded={uploaded} now={now} />
    </div>
  )
}
