// Longer than other files: one dialog, whose files, fields and visibility are saved and left together.
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { ExternalLink, EyeOff, FileText, SquareDashed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { FieldName, FieldTexts } from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'
import { isOfAllSubjects } from '#domain/paper/submission.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import { fetchPart, openPdf } from '../files/hidden-files.tsx'
import { PlaceInputs, ReferenceLinkInput, TitleInput, VariantFieldInputs } from '../paper-inputs.tsx'
import {
  momentLabel,
  type VisibilityChoice,
  VisibilityInput,
  visibilityChoiceOf,
  visibilityOf,
} from '../visibility-input.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { PaperFile, type PaperFileProps } from './paper-file.tsx'
import { PaperHistory } from './paper-history.tsx'
import { PaperTurns } from './paper-turns.tsx'
import { weightOf } from './row-facts.tsx'
import type { PaperActions } from './use-paper-actions.ts'
import { type Fault, usePaperForm } from './use-paper-form.ts'

type PaperFormProps = {
  paper: AdminPaper
  now: Date
  actions: PaperActions
  onPaper: (paper: AdminPaper) => void
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
      {paper.hiddenAt !== null && <HiddenWays paper={paper} />}
      <p className="ways" hidden={paper.hiddenAt !== null}>
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
        <EditConflict
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
      <PaperVisibility
        key={`${paper.hiddenAt} ${paper.showAt}`}
        paper={paper}
        now={now}
        actions={props.actions}
        onClose={onClose}
      />
      {paper.hiddenAt === null && <PaperTurns paper={paper} />}
      <PaperHistory
        paper={paper}
        typed={form.isTyped}
        onPutBack={form.putBack}
        onPutFileBack={form.putFileBack}
        onPutQuestionsBack={form.putListBack}
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

/** The paper's three files: each is replaced at once, with its progress; address and views stay. */
function PaperFiles(props: PaperFileProps) {
  const { paper } = props
  return (
    <div className="paper-files">
      <PaperFile {...props} part="file" name="PDF" state={weightOf(paper)} pick="Replace the PDF" />
      <PaperFile
        {...props}
        part="thumbnail"
        name="Thumbnail"
        state={paper.thumbnailGiven ? 'A picture of its own' : 'Page 1 of the PDF'}
        pick={paper.thumbnailGiven ? 'Replace the thumbnail' : 'Choose a thumbnail'}
        remove={
          paper.thumbnailGiven ? { name: 'Back to page 1', done: 'Page 1 is the thumbnail' } : undefined
        }
      />
      <PaperFile
        {...props}
        part="answers"
        name="Answers"
        state={
          { file: 'An uploaded PDF', link: 'The Reference Link', none: 'None yet' }[paper.answers ?? 'none']
        }
        pick={paper.answers === 'file' ? 'Replace the answers' : 'Upload answers'}
        remove={
          paper.answers === 'file' ? { name: 'Remove the answers', done: 'Answers removed' } : undefined
        }
      />
    </div>
  )
}

type FieldsetProps = {
  fields: FieldTexts
  fault: Fault | null
  busy: boolean
  now: Date
  answersAreFile: boolean
  isOfAll: boolean
  change: (name: FieldName, value: string) => void
}

function PaperFieldset({ fields, fault, busy, now, answersAreFile, isOfAll, change }: FieldsetProps) {
  const errorOf = (name: string) => (fault?.field === name ? fault.sentence : undefined)
  return (
    <fieldset disabled={busy} className="grid gap-4">
      <TitleInput
        value={fields.title}
        error={errorOf('title')}
        onChange={(value) => change('title', value)}
      />
      <div className="four">
        <PlaceInputs
          fields={fields}
          now={now}
          errorOf={errorOf}
          isOfAll={isOfAll}
          change={(name, value) => change(name, name === 'subject' ? value || ALL_SUBJECTS : value)}
        />
      </div>
      <div className="four">
        <VariantFieldInputs fields={fields} now={now} errorOf={errorOf} change={change} />
      </div>
      <ReferenceLinkInput
        value={fields.referenceLink}
        error={errorOf('referenceLink')}
        asleep={
          answersAreFile ? 'The answers are an uploaded PDF. Remove it below to set a link.' : undefined
        }
        onChange={(value) => change('referenceLink', value)}
      />
      {fault && !(fault.field && fault.field in fields) && (
        <p className="field-error" role="alert">
          {fault.sentence}
        </p>
      )}
    </fieldset>
  )
}

/** Where it can be looked at: it has no page yet, and its files need the administrator's token. */
function HiddenWays({ paper }: { paper: AdminPaper }) {
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

type VisibilityProps = { paper: AdminPaper; now: Date; actions: PaperActions; onClose: () => void }

/** At once, like the paper's files; what is typed above is saved by itself. */
function PaperVisibility({ paper, now, actions, onClose }: VisibilityProps) {
  const [when, setWhen] = useState<VisibilityChoice>(visibilityChoiceOf(paper))
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
      <VisibilityInput when={when} now={now} onChange={setWhen} />
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
