import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'

type ConfirmButtonProps = {
  name: string
  label?: string
  question: string
  explanation: string
  /** One of many in a list: it does not shout. */
  quiet?: boolean
  onConfirm: () => Promise<void>
}

/** A button for what cannot be undone: it asks once, then acts and shows that it is busy. */
export function ConfirmButton({ name, label, question, explanation, quiet, onConfirm }: ConfirmButtonProps) {
  const [busy, setBusy] = useState(false)
  async function act() {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger
        className={`button ${quiet ? 'button-quiet' : 'button-line'}`}
        aria-label={label}
        disabled={busy}
      >
        {busy && <span className="spinner" aria-hidden="true" />}
        {name}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="mb-2 text-2xl">{question}</AlertDialog.Title>
          <AlertDialog.Description className="mb-5 text-quiet">{explanation}</AlertDialog.Description>
          <div className="flex flex-wrap gap-3">
            <AlertDialog.Close className="button button-danger" onClick={() => void act()}>
              {name}
            </AlertDialog.Close>
            <AlertDialog.Close className="button button-line">Keep</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
