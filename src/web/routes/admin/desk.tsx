import { useCallback, useState } from 'react'
import { deskHead } from './desk-head.ts'
import { useDesk } from './layout.tsx'
import { UploadedPapers } from './papers/uploaded-papers.tsx'
import { PricingSection } from './prices/pricing-section.tsx'
import { UploadForm } from './upload/upload-form.tsx'

export const meta = () => deskHead('Admin')

export default function AdminDesk() {
  const { now } = useDesk()
  const [changes, setChanges] = useState(0)
  const changed = useCallback(() => setChanges((count) => count + 1), [])
  return (
    <div className="ruled grid gap-10 md:gap-14">
      <h1 className="-mb-4 md:mb-0">Admin</h1>
      <PricingSection />
      <UploadForm now={now} onPublished={changed} />
      <UploadedPapers changes={changes} now={now} />
    </div>
  )
}
