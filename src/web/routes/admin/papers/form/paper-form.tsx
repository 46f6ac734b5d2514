import { AlertDialog } from '@base-ui/react/alert-dialog'
import { ExternalLink, FileText, SquareDashed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { isOfAllSubjects } from '#domain/paper/submission.ts'
import type { PaperActions } from '../state/use-paper-actions.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { PaperFieldset } from './paper-fieldset.tsx'
import { PaperFiles } from './paper-files.tsx'
import { PaperHistory } from './paper-history.tsx'
import { PaperTurns } from './paper-turns.tsx'
import { usePaperForm } from './use-paper-form.ts'

type PaperFormProps = {
  paper: DeskPaper
  now: Date
  actions: PaperActions
  onPaper: (paper: DeskPaper) => void
  onClose: () => void
}

export function PaperForm(props: PaperFormProps) {
  const { paper, now, onPaper, onClose } = props
  const form = usePaperForm(props)
  const [asking, setAsking] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useFirstFocus(panel)

  function leave() {
    if (form.isTyped) setAsking(true)
    else onClose()
  }

  return (
    <section
      ref={panel}
      className="paper-form"
      aria-label={`Edit ${paper.title}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        // Portalled dialogs bubble here, too; their Escape is their own.
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
        event.stopPropagation()
        leave()
      }}
    >
      <p className="ways">
        <a className="action gap-1.5" href={paperPath(paper)} target="_blank" rel="noopener">
          <ExternalLink className="size-4.5" aria-hidden="true" />
          <span className="sweeps">Its page on the site</span>
        </a>
        <a className="action gap-1.5" href={paper.link} target="_blank" rel="noopener">
          <FileText className="size-4.5" aria-hidden="true" />
          <span className="sweeps">Its PDF</span>
        </a>
        <Link className="action gap-1.5" to={`/admin/papers/${paper.id}/questions`}>
          <SquareDashed className="size-4.5" aria-hidden="true" />
          <span className="sweeps">Its questions</span>
        </Link>
      </p>
      {form.conflict ? (
        <ChangedMeanwhile
          mine={form.fields}
          base={form.base}
          current={form.conflict}
          onDecide={(decided) => void form.save(decided)}
          onCancel={leave}
        />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.save()
          }}
        >
          <PaperFieldset
            isOfAll={isOfAllSubjects(form.base)}
            fields={form.fields}
            fault={form.fault}
            busy={form.busy}
            now={now}
            answersAreFile={paper.answers === 'file'}
            change={form.change}
          />
          <div className="mt-5 flex flex-wrap gap-3">
            <button type="submit" className="button min-w-32" disabled={form.busy}>
              {form.busy && <span className="spinner" aria-hidden="true" />}
              Save
            </button>
            <button type="button" className="button button-line" disabled={form.busy} onClick={leave}>
              {form.isTyped ? 'Cancel' : 'Close'}
            </button>
          </div>
        </form>
      )}
      <PaperFiles paper={paper} onPaper={onPaper} onChanged={form.fileChanged} />
      <PaperTurns paper={paper} />
      <PaperHistory
        paper={paper}
        typed={form.isTyped}
        onPutBack={form.putBack}
        onPutFileBack={form.putFileBack}
      />
      <AlertDialog.Root open={asking} onOpenChange={setAsking}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="backdrop" />
          <AlertDialog.Popup className="dialog">
            <AlertDialog.Title className="mb-2 text-2xl">Throw away what you typed?</AlertDialog.Title>
            <AlertDialog.Description className="mb-5 text-quiet">
              The paper stays as it is on the site.
            </AlertDialog.Description>
            <div className="flex flex-wrap gap-3">
              <AlertDialog.Close
                className="button button-danger"
                onClick={() => {
                  form.discard()
                  onClose()
                }}
              >
                Throw away
              </AlertDialog.Close>
              <AlertDialog.Close className="button button-line">Go on typing</AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </section>
  )
}

/** With a mouse the first field takes the focus; on touch screens the keyboard must not jump up. */
function useFirstFocus(panel: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement?.closest('[role="dialog"]')) return
    const first = matchMedia('(pointer: fine)').matches && panel.current?.querySelector('input')
    const goal = first || panel.current
    goal?.focus({ preventScroll: Boolean(first) })
    panel.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [panel])
}
