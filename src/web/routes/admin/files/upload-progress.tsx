import { sizeLabel } from '#domain/language/labels.ts'

export type Sending = { sent: number; total: number; isRetrying: boolean; cancel: () => void }

export function UploadProgress({ sent, total, isRetrying, cancel }: Sending) {
  const arrived = total > 0 && sent >= total
  return (
    <div className="flex flex-wrap items-center gap-4" aria-live="polite">
      <div className="min-w-52 flex-1">
        <p className="mb-1 text-sm">
          {isRetrying
            ? 'Trying again …'
            : arrived
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
