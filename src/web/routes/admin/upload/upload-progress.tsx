import { sizeLabel } from '#domain/catalogue/paper.ts'

/** How much was sent, and the way to stop. */
export function UploadProgress({ sent, total, cancel }: { sent: number; total: number; cancel: () => void }) {
  const arrived = total > 0 && sent >= total
  return (
    <div className="flex flex-wrap items-center gap-4" aria-live="polite">
      <div className="min-w-52 flex-1">
        <p className="mb-1 text-sm">
          {arrived
            ? 'Sent. The server is looking at the file …'
            : total > 0
              ? `${sizeLabel(sent)} of ${sizeLabel(total)} sent`
              : 'Beginning …'}
        </p>
        <progress className="meter" aria-label="Upload" max={total || 1} value={arrived ? undefined : sent} />
      </div>
      <button type="button" className="button button-line" onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}
