import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { UploadProgress } from '../files/upload-progress.tsx'
import { WithoutScripts } from '../files/without-scripts.tsx'
import { DropAnywhere } from '../inbox/drop-anywhere.tsx'
import { useMoveToInbox } from '../inbox/rows/use-move-to-inbox.ts'
import { PlaceInputs, ReferenceLinkInput, TitleInput } from '../paper-inputs.tsx'
import { useUpload } from './use-upload.ts'

export function UploadForm({ now, onPublished }: { now: Date; onPublished: (paper: Paper) => void }) {
  const upload = useUpload(now, onPublished)
  const { draft, missing, refusal, sending, change, choose } = upload
  const pdf = useRef<HTMLInputElement>(null)
  const giveToField = useCallback((file: File) => {
    const one = new DataTransfer()
    one.items.add(file)
    if (!pdf.current || pdf.current.matches(':disabled')) return
    pdf.current.files = one.files
    pdf.current.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  const { take, isMoving } = useMoveToInbox(giveToField)
  const errorOf = (name: string) => (refusal?.field === name ? refusal.sentence : undefined)
  return (
    <section aria-labelledby="upload-heading">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          2.
        </span>
        <h2 id="upload-heading">Upload PDF</h2>
        <Link to="/admin/upload" className="action ml-auto">
          <span className="sweeps">Many at once</span>
        </Link>
      </div>
      <DropAnywhere onFiles={take} words="Let go: one PDF fills the form, more become a list." />
      <form
        key={upload.round}
        className="desk-sheet grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void upload.submit()
        }}
      >
        <fieldset disabled={sending !== null} className="contents">
          <TitleInput
            value={draft.title}
            error={errorOf('title')}
            onChange={(value) => change('title', value)}
          />
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
            <PlaceInputs fields={draft} now={now} errorOf={errorOf} change={change} />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="PDF file" error={errorOf('file')} hint="At most 50 MiB.">
              {(field) => (
                <input
                  {...field}
                  ref={pdf}
                  className="input"
                  type="file"
                  accept="application/pdf"
                  multiple
                  disabled={isMoving}
                  onChange={(event) => {
                    const chosen = [...(event.target.files ?? [])]
                    if (chosen.length > 1) take(chosen)
                    else choose('file', chosen[0] ?? null)
                  }}
                />
              )}
            </Field>
            <Field
              label="Thumbnail (optional)"
              error={errorOf('thumbnail')}
              hint="Without one, the first page is the picture."
            >
              {(field) => (
                <input
                  {...field}
                  className="input"
                  type="file"
                  accept="image/*"
                  onChange={(event) => choose('thumbnail', event.target.files?.[0] ?? null)}
                />
              )}
            </Field>
          </div>
          <ReferenceLinkInput
            value={draft.referenceLink}
            error={errorOf('referenceLink')}
            onChange={(value) => change('referenceLink', value)}
          />
        </fieldset>
        {refusal && !NAMED.includes(refusal.field ?? '') && (
          <p className="field-error" role="alert">
            {refusal.sentence}
          </p>
        )}
        {refusal?.code === REMOVABLE && !sending && (
          <WithoutScripts name="Publish" onChoose={() => void upload.submit({ withoutScripts: true })} />
        )}
        {sending ? (
          <UploadProgress {...sending} />
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <button
              type="submit"
              className="button min-w-40"
              disabled={missing.length > 0}
              aria-describedby="upload-missing"
            >
              Upload
            </button>
            <p id="upload-missing" className="text-quiet text-sm">
              {missing.length > 0 ? `Still needed: ${missing.join(', ')}.` : 'Ready to be published.'}
            </p>
          </div>
        )}
      </form>
    </section>
  )
}

const NAMED = ['title', 'degree', 'subject', 'month', 'year', 'file', 'thumbnail', 'referenceLink']
