import { BusyButton } from '#web/ui/forms/busy-button.tsx'

type ButtonsProps = {
  name: string
  busy: boolean
  danger?: boolean
  reason?: string
  leave?: React.ReactNode
}

export function Buttons({ name, busy, danger, reason, leave }: ButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <BusyButton
        type="submit"
        className={`button ${danger ? 'button-danger' : ''}`}
        disabled={reason !== undefined}
        busy={busy}
      >
        {name}
      </BusyButton>
      {leave}
      {reason && <span className="text-quiet text-sm">{reason}</span>}
    </div>
  )
}
