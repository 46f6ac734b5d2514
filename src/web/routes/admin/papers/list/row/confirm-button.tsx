import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState } from 'react'

type ConfirmButtonProps = {
  name: string
  label?: string
  question: string
  explanation: string
  /** One of many in a list: it does not shout. */
  quiet?: boolean
  disabled?: boolean
  /** Where the focus goes when it was done and this button goes with it. */
  focusAfter?: () => HTMLElement | null
  onConfirm: () => Promise<unknown>
}

/** A button for what cannot be undone: it asks once, then acts and shows that it is busy. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { name, label, question, explanation, quiet, disabled, focusAfter, onConfirm } = props
  const [busy, setBusy] = useState(false)
  const heir = useRef<HTMLElement>(null)
  async function act() {
    heir.current = focusAfter?.() ?? null
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger
        className={`button button-small ${quiet ? 'button-quiet' : 'button-line'}`}
        aria-label={label}
        disabled={busy || disabled}
      >
        {busy && <span className="spinner" aria-hidden="true" />}
        {name}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" finalFocus={() => heir.current ?? true}>
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
