import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCentre } from '#web/centre/use-centre.ts'
import { useAskBeforeLeaving } from '#web/routes/admin/ask-before-leaving.ts'
import { CopyButton } from './copy-button.tsx'

type RecoveryCodesProps = { codes: string[]; email: string; onKept: () => Promise<void> }

/** Shown only once. */
export function RecoveryCodes({ codes, email, onKept }: RecoveryCodesProps) {
  const { name } = useCentre()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // The codes cannot be shown again.
  useAskBeforeLeaving(true)

  const text = [`${name}: recovery codes of ${email}`, 'Each signs in once.', '', ...codes, ''].join('\n')
  return (
    <div className="desk-sheet codes-to-keep">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        Your ten recovery codes
      </h3>
      <p className="max-w-[60ch]">
        When the phone is lost, one of these takes the place of its code. Each works once. Keep them on paper
        or in your password manager, away from the phone: they are not shown again.
      </p>
      <p className="hidden print:block">
        {name} · {email}
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton text={text} name="Copy" />
        <button type="button" className="button button-line" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4.5" /> Print
        </button>
        <button type="button" className="button button-line" onClick={() => download(text)}>
          <Download aria-hidden="true" className="size-4.5" /> Download
        </button>
        <button type="button" className="button" onClick={() => void onKept()}>
          I have kept them
        </button>
      </div>
    </div>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(address)
}
