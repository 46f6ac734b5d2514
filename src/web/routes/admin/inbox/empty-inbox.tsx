import { Drawing } from '#web/ui/drawing.tsx'
import { AddFiles } from './add-files.tsx'

const NAMES = [
  ['CBSE_12_Physics_March_2024.pdf', 'fills every field'],
  ['65-1-1 Mathematics.pdf', 'code 65 is CBSE class 12 Mathematics'],
  ['SSLC Tamil half-yearly 2023.pdf', 'State Board, class 10, December'],
  ['scan0042.pdf', 'its first page is read instead'],
] as const

export function EmptyInbox({ onFiles, isBusy }: { onFiles: (files: File[]) => void; isBusy: boolean }) {
  return (
    <div className="inbox-empty">
      <Drawing name="papers" className="w-[min(8rem,40%)] md:w-full" />
      <div className="grid justify-items-start gap-5">
        <p className="font-bold text-[clamp(1.375rem,1.1rem_+_1.2vw,2rem)]/[1.15] tracking-[-0.015em] text-balance">
          <span className="pointer-coarse:hidden">Drop a folder of PDFs anywhere on this page.</span>
          <span className="hidden pointer-coarse:inline">Choose the PDFs, as many as there are.</span>
        </p>
        <p className="max-w-[52ch]">
          Fifty at a time is fine. Each becomes a line that fills itself in from the file’s name and its first
          page. You look through them once, mend what is marked, and publish.
        </p>
        <AddFiles onFiles={onFiles} isBusy={isBusy} isFirst />
        <div className="w-full mt-2 pt-5 border-t border-t-edge">
          <h2 className="mb-2 text-[1.125rem]">How names help</h2>
          <dl>
            {NAMES.map(([name, means]) => (
              <div key={name} className="grid gap-x-4 py-1 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
                <dt className="font-semibold wrap-anywhere">{name}</dt>
                <dd className="text-quiet">{means}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  )
}
