import { RotateCcw, SquarePen, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { useReaches } from '../layout.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import type { PaperActions } from './use-paper-actions.ts'

type ButtonsProps = { paper: AdminPaper; actions: PaperActions; isOpen: boolean; onEdit: () => void }

export function RowButtons({ paper, actions, isOpen, onEdit }: ButtonsProps) {
  const place = useRef<HTMLDivElement>(null)
  const { title } = paper
  const isEditor = useReaches('editor')
  if (paper.binnedAt !== null) {
    return (
      <div className="row-buttons" ref={place}>
        <button
          type="button"
          className="button button-line button-small"
          aria-label={`Restore ${title}`}
          data-passes-on
          onClick={() => {
            nextFocusOf(place.current)?.focus()
            void actions.restore(paper)
          }}
        >
          <RotateCcw className="size-4.5" aria-hidden="true" />
          Restore
        </button>
        {isEditor && (
          <ConfirmButton
            quiet
            name="Delete for good"
            label={`Delete for good: ${title}`}
            question={`Delete “${title}” for good?`}
            explanation="The paper and its files are removed and do not come back."
            focusAfter={() => nextFocusOf(place.current)}
            onConfirm={() => actions.deleteForGood(paper)}
          />
        )}
      </div>
    )
  }
  return (
    <div className="row-buttons" ref={place}>
      <button
        type="button"
        className="button button-line button-small"
        aria-label={`Edit ${title}`}
        aria-expanded={isOpen}
        data-edit
        onClick={onEdit}
      >
        <SquarePen className="size-5 sm:size-4.5" aria-hidden="true" />
        <span>Edit</span>
      </button>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={`Delete ${title}`}
        data-passes-on
        onClick={() => {
          nextFocusOf(place.current)?.focus()
          void actions.bin(paper)
        }}
      >
        <Trash2 className="size-4.5" aria-hidden="true" />
        <span>Delete</span>
      </button>
    </div>
  )
}

/** The next row, the one before, or the heading of an empty list. */
export function nextFocusOf(place: HTMLElement | null): HTMLElement | null {
  const row = place?.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  return (
    next?.querySelector<HTMLElement>('[data-passes-on]') ??
    place?.closest('section')?.querySelector<HTMLElement>('h2') ??
    null
  )
}

export function listHeading(): HTMLElement | null {
  return document.getElementById('uploaded-heading')
}

/** When the focused button has been removed. */
export function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) listHeading()?.focus({ preventScroll: true })
  })
}
