import { useCallback, useState } from 'react'
import type { Paper } from '#domain/paper/paper.ts'
import { toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { deskHead } from './desk-head.ts'
import { JumpLinks } from './jump-links.tsx'
import { useDesk } from './layout.tsx'
import { UploadedPapers } from './papers/list/uploaded-papers.tsx'
import type { Uploaded } from './papers/state/use-new-paper.ts'
import { PricingSection } from './prices/pricing-section.tsx'
import { UploadForm } from './upload-form/upload-form.tsx'

export const meta = () => deskHead('Admin')

export default function AdminDesk() {
  const { now } = useDesk()
  const [changes, setChanges] = useState(0)
  const [papers, setPapers] = useState('')
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const published = useCallback(({ id }: Paper) => {
    setUploaded({ id, show: false })
    setChanges((count) => count + 1)
    toastSuccess('File uploaded successfully', {
      name: 'Show it',
      act: () => setUploaded({ id, show: true }),
    })
  }, [])
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <div className="-mb-4 md:-mb-6">
        <h1>Admin</h1>
        <JumpLinks papers={papers} />
      </div>
      <PricingSection />
      <UploadForm now={now} onPublished={published} />
      <UploadedPapers changes={changes} uploaded={uploaded} now={now} onCounted={setPapers} />
    </div>
  )
}
