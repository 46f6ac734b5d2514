import { useCallback, useState } from 'react'
import { deskHead } from './desk-head.ts'
import { JumpLinks } from './jump-links.tsx'
import { useDesk } from './layout.tsx'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import { PricingSection } from './prices/pricing-section.tsx'
import { UploadForm } from './upload/upload-form.tsx'

export const meta = () => deskHead('Admin')

export default function AdminDesk() {
  const { now } = useDesk()
  const [changes, setChanges] = useState(0)
  const [papers, setPapers] = useState('')
  const changed = useCallback(() => setChanges((count) => count + 1), [])
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <div className="-mb-4 md:-mb-6">
        <h1>Admin</h1>
        <JumpLinks papers={papers} />
      </div>
      <PricingSection />
      <UploadForm now={now} onPublished={changed} />
      <UploadedPapers changes={changes} now={now} onCounted={setPapers} />
    </div>
  )
}
