import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState } from 'react'

type ConfirmButtonProps = {
  name: string
  label?: string
  question: string
  explanation: string
  quiet?: boolean
  disabled?: boolean
  /** Where the focus goes when this button is removed by the action. */
  focusAfter?: () => HTMLElement | null
  onConfirm: () => Promise<unknown>
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { name, label, question, explanation, quiet, disabled, focusAfter, onConfirm } = props
  const [busy, setBusy] = useState(false)
  const nextFocus = useRef<HTMLElement>(null)
  async function act() {
    nextFocus.current = focusAfter?.() ?? null
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
        <AlertDialog.Popup className="dialog" finalFocus={() => nextFocus.current ?? true}>
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
