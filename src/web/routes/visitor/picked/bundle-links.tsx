import { type BundleKind, bundlePath, type PickedPaper, tooMuchFor } from '#domain/bundles/picked.ts'

const NAMES: Record<BundleKind, string> = { pdf: 'One PDF', zip: 'Zip' }

export function BundleLinks({
  papers,
  onTake,
}: {
  papers: readonly PickedPaper[]
  onTake?: (kind: BundleKind) => void
}) {
  return (['pdf', 'zip'] as const)
    .filter((kind) => !tooMuchFor(kind, papers))
    .map((kind) => (
      <a
        key={kind}
        className={kind === 'pdf' ? 'button' : 'button button-line'}
        href={bundlePath(kind, papers)}
        rel="nofollow"
        onClick={() => onTake?.(kind)}
      >
        {NAMES[kind]}
      </a>
    ))
}

/** null where all ways are offered. */
export function whyNotAll(papers: readonly PickedPaper[]): string | null {
  return tooMuchFor('zip', papers) ?? tooMuchFor('pdf', papers)
}
