type BusyButtonProps = React.ComponentProps<'button'> & { busy: boolean }

/** A button that keeps the focus while what it started is under way, and starts nothing twice. */
export function BusyButton({ busy, onClick, children, ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
