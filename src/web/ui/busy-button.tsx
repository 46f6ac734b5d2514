type BusyButtonProps = React.ComponentProps<'button'> & { busy: boolean }

/** Shows that it is busy and ignores presses; not `disabled`, so that it keeps the focus. */
export function BusyButton({ busy, children, onClick, type = 'button', ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
