import { EyeOff, FileText } from 'lucide-react'
import { useState } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { fetchPart } from '#web/routes/admin/files/hidden-files.tsx'
import { openPdf } from '#web/routes/admin/files/open-pdf.ts'
import { momentLabel, visibilityOf, type When, WhenInput, whenOf } from '#web/routes/admin/when-input.tsx'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import type { PaperActions } from './use-paper-actions.ts'

/** Where it can be looked at: it has no page yet, and its files need the administrator's token. */
export function HiddenWays({ paper }: { paper: DeskPaper }) {
  const open = (part: 'file' | 'answers') =>
    void openPdf(
      fetchPart(paper, part).catch(() => {
        toastFailure('The file could not be read; try again.')
        return null
      }),
    )
  return (
    <div className="ways items-center">
      <p className="flex items-center gap-1.5 font-semibold">
        <EyeOff className="size-4.5 shrink-0" aria-hidden="true" />
        {paper.showAt ? `Hidden until ${momentLabel(paper.showAt)}` : 'Hidden'}: visitors find no such paper.
      </p>
      <button type="button" className="action gap-1.5" onClick={() => open('file')}>
        <FileText className="size-4.5" aria-hidden="true" />
        <span className="sweeps">Its PDF</span>
      </button>
      {paper.answers === 'file' && (
        <button type="button" className="action gap-1.5" onClick={() => open('answers')}>
          <FileText className="size-4.5" aria-hidden="true" />
          <span className="sweeps">Its answers</span>
        </button>
      )}
    </div>
  )
}

type VisibilityProps = { paper: DeskPaper; now: Date; actions: PaperActions; onClose: () => void }

/** At once, like the paper's files; what is typed above is saved by itself. */
export function PaperVisibility({ paper, now, actions, onClose }: VisibilityProps) {
  const [when, setWhen] = useState<When>(whenOf(paper))
  const [busy, setBusy] = useState(false)
  const visibility = visibilityOf(when)
  const isSame =
    visibility !== null &&
    visibility.hidden === (paper.hiddenAt !== null) &&
    (visibility.showAt === paper.showAt || !visibility.hidden)

  async function apply() {
    if (!visibility) return
    setBusy(true)
    const isDone = await actions.setVisibility(paper, visibility)
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <div className="paper-when">
      <WhenInput when={when} now={now} onChange={setWhen} />
      {!isSame && (
        <button
          type="button"
          className="button button-line"
          disabled={busy || visibility === null}
          onClick={() => void apply()}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {when.how === 'now' ? 'Make it visible' : 'Hide it'}
        </button>
      )}
    </div>
  )
}
