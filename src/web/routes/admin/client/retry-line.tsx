import { useStore } from '#web/ui/use-store.ts'
import { retries } from './send-with-retry.ts'

export function RetryLine() {
  const lines = useStore(retries)
  return (
    <div className="retry-line" aria-live="polite">
      {lines.length > 0 && (
        <p>
          <span className="spinner" aria-hidden="true" />
          Trying again …
          <button
            type="button"
            className="action"
            onClick={() => {
              for (const { stop } of lines) stop()
            }}
          >
            <span className="sweeps">Stop</span>
          </button>
        </p>
      )}
    </div>
  )
}
