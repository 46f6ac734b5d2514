import { useSortable } from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'

type SitePartProps = {
  /** Stays with it wherever it is moved; from 1 on, since dnd-kit takes 0 for none. */
  id: number
  /** Its place, from 0 on. */
  at: number
  of: number
  /** Of one: "Slide". */
  name: string
  about?: string
  /** In a language in which it is only translated. */
  isFixed: boolean
  onMove: (from: number, to: number) => void
  onTakeAway: (() => void) | false
  children: React.ReactNode
}

/** One part of a list: its fields under a line with what moves it and takes it away. */
export function SitePart({ id, at, of, name, about, isFixed, onMove, onTakeAway, children }: SitePartProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    // It stands in its new place at once, and would slide there from its old one.
    animateLayoutChanges: () => false,
  })
  const one = `${name.toLowerCase()} ${at + 1}`
  return (
    <li
      ref={setNodeRef}
      data-part={at}
      data-dragged={isDragging ? '' : undefined}
      className="site-part"
      style={{ translate: transform ? `0 ${transform.y}px` : undefined, transition }}
    >
      <div className="site-part-head">
        {/* For the pointer alone: keys have the two arrows. */}
        {of > 1 && !isFixed && (
          <span
            ref={setActivatorNodeRef}
            {...listeners}
            className="site-grip"
            aria-hidden="true"
            title="Drag"
          >
            <GripVertical className="size-5" />
          </span>
        )}
        <h3 tabIndex={-1}>
          {name} {at + 1}
          {about && <small>{about}</small>}
        </h3>
        {at > 0 && !isFixed && (
          <button
            type="button"
            className="icon-button"
            data-way="up"
            aria-label={`Move ${one} up`}
            onClick={() => onMove(at, at - 1)}
          >
            <ArrowUp aria-hidden="true" className="size-5" />
          </button>
        )}
        {at < of - 1 && !isFixed && (
          <button
            type="button"
            className="icon-button"
            data-way="down"
            aria-label={`Move ${one} down`}
            onClick={() => onMove(at, at + 1)}
          >
            <ArrowDown aria-hidden="true" className="size-5" />
          </button>
        )}
        {onTakeAway && (
          <button type="button" className="icon-button" aria-label={`Take ${one} away`} onClick={onTakeAway}>
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      {children}
    </li>
  )
}
