import { useEffect, useState } from 'react'
import { Mark } from '#web/ui/mark.tsx'

const SAID_MS = 4_000

/** Passes the page on: by WhatsApp, or by its address on the clipboard; where that is refused, to copy by hand. */
export function SharePaper({ title, address }: { title: string; address: string }) {
  const [copy, setCopy] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (copy !== 'copied') return
    const over = setTimeout(() => setCopy('ready'), SAID_MS)
    return () => clearTimeout(over)
  }, [copy])
  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(address)
      setCopy('copied')
    } catch {
      // Refused, or not there at all: over plain http a browser has no clipboard.
      setCopy('refused')
    }
  }
  return (
    <div className="front-share">
      <p>Send it on:</p>
      <a
        className="button button-line"
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${address}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Share by WhatsApp (opens in a new tab)"
      >
        <Mark name="whatsapp" />
        WhatsApp
      </a>
      <button type="button" className="button button-line copies" onClick={() => void copyAddress()}>
        <Mark name={copy === 'copied' ? 'tick' : 'copy'} />
        {copy === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      <span role="status" className="sr-only">
        {copy === 'copied' && 'The link is copied.'}
      </span>
      {copy === 'refused' && (
        <label className="front-by-hand">
          Copy it from here:
          <input
            className="input"
            readOnly
            value={address}
            ref={(input) => input?.focus()}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </div>
  )
}
