import { Drawing } from '#web/ui/drawing.tsx'
import { AddFiles } from './add-files.tsx'

/** What the page says before anything lies in the inbox: what to drop, and how names help. */
export function EmptyInbox({ onFiles, isBusy }: { onFiles: (files: File[]) => void; isBusy: boolean }) {
  return (
    <div className="inbox-empty">
      <Drawing name="papers" className="inbox-drawing" />
      <div className="grid justify-items-start gap-5">
        <p className="inbox-invitation">Drop a folder of PDFs anywhere on this page.</p>
        <p className="max-w-[52ch]">
          Fifty at a time is fine. Each becomes a line that fills itself in from the file’s name and its first
          page. You look through them once, mend what is marked, and publish.
        </p>
        <AddFiles onFiles={onFiles} isBusy={isBusy} isFirst />
        <div className="inbox-names">
          <h2>How names help</h2>
          <dl>
            <div>
              <dt>CBSE_12_Physics_March_2024.pdf</dt>
              <dd>fills every field</dd>
            </div>
            <div>
              <dt>65-1-1 Mathematics.pdf</dt>
              <dd>code 65 is CBSE class 12 Mathematics</dd>
            </div>
            <div>
              <dt>SSLC Tamil half-yearly 2023.pdf</dt>
              <dd>State Board, class 10, December</dd>
            </div>
            <div>
              <dt>scan0042.pdf</dt>
              <dd>its first page is read instead</dd>
            </div>
          </dl>
        </div>
      </div>
    </div>
  )
}
