import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from '#web/ui/icon.tsx'

const COPIED_MS = 4_000

type SendOnProps = { title: string; address: string; copyNow?: boolean; children?: ReactNode }

/** With `copyNow` copies at once; where the clipboard is refused, shows the address to copy by hand. */
export function SendOn({ title, address, copyNow, children }: SendOnProps) {
  const m = useMessages()
  const [copy, setCopy] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (copyNow) void copyText(address).then(setCopy)
  }, [copyNow, address])
  useEffect(() => {
    if (copy !== 'copied') return
    const over = setTimeout(() => setCopy('ready'), COPIED_MS)
    return () => clearTimeout(over)
  }, [copy])
  return (
    <>
      <a
        className="button button-line"
        href={`https://wa.me/?text=${encodeURIComponent(`${title} ${address}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={m.share_whatsapp_label()}
      >
        <Icon name="whatsapp" />
        <span>{m.share_whatsapp()}</span>
      </a>
      <button
        type="button"
        className="button button-line noscript:hidden"
        onClick={() => void copyText(address).then(setCopy)}
      >
        <Icon name={copy === 'copied' ? 'tick' : 'copy'} />
        <span>{copy === 'copied' ? m.share_copied() : m.share_copy()}</span>
      </button>
      {children}
      <span role="status" className="sr-only">
        {copy === 'copied' && m.share_copied_said()}
      </span>
      {copy === 'refused' && (
        <label className="basis-full font-semibold">
          {m.share_copy_here()}
          <input
            className="input"
            readOnly
            value={address}
            ref={(input) => input?.focus()}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </>
  )
}

async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    // Over plain http a browser has no clipboard.
    return 'refused'
  }
}
