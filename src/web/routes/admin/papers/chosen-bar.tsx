import { X } from 'lucide-react'
import { useEffect } from 'react'
import { ChangeTogether } from './change-together.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { keepFocus, listHeading } from './list-heading.ts'
import type { Chosen } from './use-chosen.ts'
import { count, tooMany, type useTogether } from './use-together.ts'

/** What can be done to all chosen papers at once; it stays in reach while the list is looked through. */
export function ChosenBar({
  chosen,
  together,
  inBin,
  now,
}: {
  chosen: Chosen
  together: ReturnType<typeof useTogether>
  inBin: boolean
  now: Date
}) {
  const papers = [...chosen.papers.values()]
  const limit = tooMany(papers.length)
  const off = limit !== null || together.busy !== null
  const busy = together.busy?.action
  useEscape(chosen.clear, papers.length > 0)
  if (papers.length === 0) return null
  return (
    <section className="chosen-bar" aria-label="Chosen papers">
      <p role="status">
        <strong>{papers.length.toLocaleString('en-IN')} chosen</strong>
        {limit && <span> · {limit}</span>}
      </p>
      {inBin ? (
        <>
          <button
            type="button"
            className="button button-line button-small"
            disabled={off}
            onClick={() => void together.act('restore', papers).then(keepFocus)}
          >
            {busy === 'restore' && <span className="spinner" aria-hidden="true" />}
            Restore
          </button>
          <ConfirmButton
            quiet
            name="Delete for good"
            disabled={off}
            question={`Delete ${count(papers.length)} for good?`}
            explanation="The papers and their files are removed and do not come back."
            focusAfter={listHeading}
            onConfirm={() => together.act('delete', papers)}
          />
        </>
      ) : (
        <>
          <ChangeTogether
            papers={papers}
            disabled={off}
            busy={busy === 'change'}
            now={now}
            onChange={(change) => together.act('change', papers, change)}
          />
          <button
            type="button"
            className="button button-quiet button-small"
            disabled={off}
            onClick={() => void together.act('bin', papers).then(keepFocus)}
          >
            {busy === 'bin' && <span className="spinner" aria-hidden="true" />}
            Delete
          </button>
        </>
      )}
      <button type="button" className="icon-button" aria-label="Choose none" onClick={chosen.clear}>
        <X className="size-5" aria-hidden="true" />
      </button>
    </section>
  )
}

/** Escape lets go of what is chosen, unless something else is open or typed into. */
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
