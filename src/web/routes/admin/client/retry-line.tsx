import { useSyncExternalStore } from 'react'
import { followRetries, readRetries } from './send-with-retry.ts'

/** Says over every page of the desk that something is being tried again, with the button that stops it. */
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
