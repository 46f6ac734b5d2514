import type { LucideIcon } from 'lucide-react'

type IconButtonProps = React.ComponentProps<'button'> & { name: string; Mark: LucideIcon }

/** `name` is read out, and `Mark` seen. */
export function IconButton({ name, Mark, ...button }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" aria-label={name} {...button}>
      <Mark aria-hidden="true" className="size-5" />
    </button>
  )
}
