import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
import { Fault, Field } from '#web/ui/field.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { callAccount, errorAt, errorBeside } from './account-client.ts'
import { Buttons } from './section.tsx'

export type NewKey = { key: string; address: string }
type EnableProps = { newKey: NewKey; onCodes: (codes: string[]) => void; onCancel: () => void }

export function EnableSecondFactor({ newKey, onCodes, onCancel }: EnableProps) {
  const prove = useMutation({
    mutationFn: (json: { code: string }) => callAccount((api) => api.account['second-factor'].$put({ json })),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const steps = useRef<HTMLOListElement>(null)
  useEffect(() => steps.current?.focus(), [])

  function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    prove.mutate({ code: String(new FormData(event.currentTarget).get('code')) })
  }

  const beside = errorBeside(prove.error, ['code'])
  return (
    <form className="admin-sheet grid grid-cols-1 gap-5" onSubmit={submit}>
      <ol ref={steps} tabIndex={-1} aria-label="Three steps" className="steps">
        <li>
          <p>Open an authenticator app on your phone, such as Google Authenticator, Aegis or 2FAS.</p>
        </li>
        <li>
          <p>Scan this square with it, or type the key.</p>
          <div className="flex flex-wrap gap-y-4 gap-x-6 mt-3">
            <QrSquare text={newKey.address} />
            <div className="grid min-w-0 content-start justify-items-start gap-2">
              <p className="text-quiet text-sm">Key, by time, six digits</p>
              <code className="key">{newKey.key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={newKey.key} name="Copy the key" />
            </div>
          </div>
        </li>
        <li>
          <Field
            label="The code that the app shows now"
            error={errorAt(prove.error, 'code')}
            hint="It proves that the app and this site agree."
          >
            {(field) => (
              <input
                {...field}
                className="input code-input max-w-48"
                name="code"
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={10}
              />
            )}
          </Field>
        </li>
      </ol>
      <Fault sentence={beside} />
      <Buttons
        busy={prove.isPending}
        name="Switch it on"
        leave={
          <button type="button" className="button button-line" disabled={prove.isPending} onClick={onCancel}>
            Cancel
          </button>
        }
      />
    </form>
  )
}

/** Always dark on light: many apps read no other. */
function QrSquare({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className="qr-square"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app; the key is written next to it"
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}

export function CopyButton({ text, name }: { text: string; name: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toastSuccess('Copied.')
    } catch {
      toastFailure('This browser does not let the page copy. Select the text and copy it yourself.')
    }
  }
  return (
    <button type="button" className="button button-line" onClick={() => void copy()}>
      <Copy aria-hidden="true" className="size-4.5" /> {name}
    </button>
  )
}
