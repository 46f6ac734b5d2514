import { useEffect, useState } from 'react'
import { Mark } from '#web/ui/mark.tsx'
import './send-list.css'

const SAID_MS = 4_000

/** The ways to send a list's address on: WhatsApp, the clipboard, and what else the phone has for it. */
export function SendList({ title, address, copyNow }: { title: string; address: string; copyNow?: boolean }) {
  const [copy, setCopy] = useState<'ready' | 'copied' | 'refused'>('ready')
  const [canSend, setCanSend] = useState(false)
  useEffect(() => setCanSend('share' in navigator), [])
  useEffect(() => {
    if (copyNow) void copyText(address).then(setCopy)
  }, [copyNow, address])
  useEffect(() => {
    if (copy !== 'copied') return
    const over = setTimeout(() => setCopy('ready'), SAID_MS)
    return () => clearTimeout(over)
  }, [copy])
  return (
    <div className="send-list">
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
      <button
        type="button"
        className="button button-line needs-script"
        onClick={() => void copyText(address).then(setCopy)}
      >
        <Mark name={copy === 'copied' ? 'tick' : 'copy'} />
        {copy === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      {canSend && (
        <button
          type="button"
          className="button button-line"
          // Closed without sending, it rejects.
          onClick={() => void navigator.share({ title, url: address }).catch(() => {})}
        >
          More ways
        </button>
      )}
      <span role="status" className="sr-only">
        {copy === 'copied' && 'The link is copied.'}
      </span>
      {copy === 'refused' && (
        <label className="send-by-hand">
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

async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    // Refused, or not there at all: over plain http a browser has no clipboard.
    return 'refused'
  }
}
