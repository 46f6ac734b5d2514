import { X } from 'lucide-react'
import { useEffect } from 'react'
import { keepFocus, listHeading } from '../list/notes/list-heading.ts'
import { ConfirmButton } from '../list/row/confirm-button.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import { countPapers } from './bulk-outcome.ts'
import type { useBulk } from './use-bulk.ts'
import type { Chosen } from './use-chosen-papers.ts'

export function ChosenBar({
  chosen,
  together,
  inBin,
  now,
  children,
}: {
  chosen: Chosen
  together: ReturnType<typeof useBulk>
  inBin: boolean
  now: Date
  /** What else is picked with them. */
  children: React.ReactNode
}) {
  const papers = [...chosen.papers.values()]
  const { busy } = together
  const clear = () => {
    chosen.clear()
    keepFocus()
  }
  useEscape(chosen.clear, papers.length > 0 && busy === null)
  if (papers.length === 0 && !busy) return null
  if (busy && busy.action !== 'change') return <WorkingBar sentence={busy.sentence} stop={together.stop} />
  return (
    <section className="chosen-bar" aria-label="Picked papers">
      <p role="status">
        <strong>{papers.length.toLocaleString('en-IN')} picked</strong>
      </p>
      {children}
      {inBin ? (
        <>
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => void together.act('restore', papers).then(keepFocus)}
          >
            Restore
          </button>
          <ConfirmButton
            quiet
            name="Delete for good"
            question={`Delete ${countPapers(papers.length)} for good?`}
            explanation="The papers and their files are removed and do not come back."
            focusAfter={listHeading}
            onConfirm={() => together.act('delete', papers)}
          />
        </>
      ) : (
        <>
          <BulkEdit papers={papers} together={together} now={now} />
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void together.act('bin', papers).then(keepFocus)}
          >
            Delete
          </button>
        </>
      )}
      <button type="button" className="icon-button" aria-label="Pick none" onClick={clear}>
        <X className="size-5" aria-hidden="true" />
      </button>
    </section>
  )
}

function WorkingBar({ sentence, stop }: { sentence: string; stop: () => void }) {
  return (
    <section className="chosen-bar" aria-label="Picked papers">
      <p role="status" className="flex items-center gap-2">
        <span className="spinner" aria-hidden="true" />
        {sentence}
      </p>
      <button type="button" className="button button-line button-small" onClick={stop}>
        Stop
      </button>
    </section>
  )
}

/** Escape clears the choice, unless something else is open or typed into. */
function useEscape(clear: () => void, active: boolean) {
  useEffect(() => {
    if (!active) return
    const follow = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const elsewhere = at.closest?.(
        '[role="dialog"], [role="alertdialog"], .paper-form, [type="search"], select',
      )
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) clear()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [clear, active])
}
