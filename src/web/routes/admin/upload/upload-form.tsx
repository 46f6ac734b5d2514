import { useCallback, useRef } from 'react'
import { Link } from 'react-router'
import { DEGREES, MONTHS, SUBJECTS, TITLE_LIMIT, yearChoices } from '#domain/catalogue/paper.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useCarry } from './use-carry.ts'
import { useUpload } from './use-upload.ts'

/** The Upload PDF form: its button wakes up when all that is required is there. More than one PDF goes on to Many files. */
export function UploadForm({ now, onPublished }: { now: Date; onPublished: () => void }) {
  const upload = useUpload(now, onPublished)
  const { draft, degree, subjectNeeded, missing, refusal, sending, change, choose } = upload
  const pdf = useRef<HTMLInputElement>(null)
  const giveToField = useCallback((file: File) => {
    const one = new DataTransfer()
    one.items.add(file)
    if (!pdf.current || pdf.current.matches(':disabled')) return
    pdf.current.files = one.files
    pdf.current.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  const { take, isCarrying } = useCarry(giveToField)
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
        onSubmit={(event) => void upload.submit(event)}
      >
        <fieldset disabled={sending !== null} className="contents">
          <Field label="Title" error={errorOf('title')}>
            {(field) => (
              <input
                {...field}
                className="input"
                value={draft.title}
                maxLength={TITLE_LIMIT}
                onChange={(event) => change('title', event.target.value)}
              />
            )}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
            <Choice
              label="Degree"
              value={draft.degree}
              error={errorOf('degree')}
              onChange={(value) => change('degree', value)}
              options={DEGREES.map(({ slug, name }) => [slug, name])}
            />
            <Choice
              label="Subject"
              value={draft.subject}
              error={errorOf('subject')}
              disabled={!degree}
              hint={degree ? undefined : 'Choose the degree first.'}
              empty={degree && !subjectNeeded ? 'All subjects' : 'Choose …'}
              onChange={(value) => change('subject', value)}
              options={SUBJECTS.map((subject) => [subject, subject])}
            />
            <Choice
              label="Month"
              value={draft.month}
              error={errorOf('month')}
              onChange={(value) => change('month', value)}
              options={MONTHS.map((month) => [month, month])}
            />
            <Choice
              label="Year"
              value={draft.year}
              error={errorOf('year')}
              onChange={(value) => change('year', value)}
              options={yearChoices(now).map((year) => [String(year), String(year)])}
            />
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
                  disabled={isCarrying}
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
          <Field
            label="Reference Link (optional)"
            error={errorOf('referenceLink')}
            hint="Where the answers are: an address that begins with https://"
          >
            {(field) => (
              <input
                {...field}
                className="input"
                type="url"
                inputMode="url"
                value={draft.referenceLink}
                onChange={(event) => change('referenceLink', event.target.value)}
              />
            )}
          </Field>
        </fieldset>
        {refusal && !NAMED.includes(refusal.field ?? '') && (
          <p className="field-error" role="alert">
            {refusal.sentence}
          </p>
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
