import { type BundleKind, bundlePath, type PickedPaper, tooMuchFor } from '#domain/bundles/picked.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'

const NAMES: Record<BundleKind, (m: Messages) => string> = {
  pdf: (m) => m.picked_one_pdf(),
  zip: (m) => m.picked_zip(),
}

export function BundleLinks({
  papers,
  onTake,
}: {
  papers: readonly PickedPaper[]
  onTake?: (kind: BundleKind) => void
}) {
  const m = useMessages()
  return (['pdf', 'zip'] as const)
    .filter((kind) => !tooMuchFor(kind, papers, m))
    .map((kind) => (
      <a
        key={kind}
        className={kind === 'pdf' ? 'button' : 'button button-line'}
        href={bundlePath(kind, papers)}
        rel="nofollow"
        onClick={() => onTake?.(kind)}
      >
        {NAMES[kind](m)}
      </a>
    ))
}

/** null where all ways are offered. */
export function whyNotAll(papers: readonly PickedPaper[], m: Messages): string | null {
  return tooMuchFor('zip', papers, m) ?? tooMuchFor('pdf', papers, m)
}
