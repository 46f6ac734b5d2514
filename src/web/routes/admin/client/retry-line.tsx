import { useSyncExternalStore } from 'react'
import { followRetries, readRetries } from './send-with-retry.ts'

export function RetryLine() {
  const retries = useSyncExternalStore(followRetries, readRetries, readRetries)
  return (
    <div className="retry-line" aria-live="polite">
      {retries.length > 0 && (
        <p>
          <span className="spinner" aria-hidden="true" />
          Trying again …
          <button
            type="button"
            className="action"
            onClick={() => {
              for (const { stop } of retries) stop()
            }}
          >
            <span className="sweeps">Stop</span>
          </button>
        </p>
      )}
    </div>
  )
}
