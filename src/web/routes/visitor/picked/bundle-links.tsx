import { useEffect, useState } from 'react'
import {
  type BundleKind,
  bundleLimitExceeded,
  bundlePath,
  type PickedPaper,
  weightOf,
} from '#domain/bundles/picked.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { SendOn } from '../share-row.tsx'

const NAMES: Record<BundleKind, (m: Messages) => string> = {
  pdf: (m) => m.picked_one_pdf(),
  zip: (m) => m.picked_zip(),
}

/** A PDF says what comes before anybody waits for it: it is put together again, so its size is about that of its papers. */
export function BundleLinks({
  papers,
  onTake,
}: {
  papers: readonly PickedPaper[]
  onTake?: (kind: BundleKind) => void
}) {
  const m = useMessages()
  const labels = useLabels()
  const { pages, size } = weightOf(papers)
  return (['pdf', 'zip'] as const)
    .filter((kind) => !bundleLimitExceeded(kind, papers, m))
    .map((kind) => (
      <a
        key={kind}
        className={kind === 'pdf' ? 'button grid content-center gap-0 py-0.5' : 'button button-line'}
        href={bundlePath(kind, papers)}
        rel="nofollow"
        onClick={() => onTake?.(kind)}
      >
        {NAMES[kind](m)}
        {kind === 'pdf' && (
          <small className="font-medium text-[0.8125rem]/tight">
            {m.picked_pdf_weight({ pages: labels.pages(pages), size: sizeLabel(size) })}
          </small>
        )}
      </a>
    ))
}

/** null where all ways are offered. */
export function bundleProblem(papers: readonly PickedPaper[], m: Messages): string | null {
  return bundleLimitExceeded('zip', papers, m) ?? bundleLimitExceeded('pdf', papers, m)
}

export function SendList(list: { title: string; address: string; copyNow?: boolean }) {
  const m = useMessages()
  const [canSend, setCanSend] = useState(false)
  useEffect(() => setCanSend('share' in navigator), [])
  return (
    <div className="send-list">
      <SendOn {...list}>
        {canSend && (
          <button
            type="button"
            className="button button-line"
            // Rejects when closed without sending.
            onClick={() => void navigator.share({ title: list.title, url: list.address }).catch(() => {})}
          >
            {m.picked_more_ways()}
          </button>
        )}
      </SendOn>
    </div>
  )
}
