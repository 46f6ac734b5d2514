import { useEffect, useRef, useState } from 'react'
import {
  DEGREES,
  findDegree,
  MONTHS,
  needsSubject,
  SUBJECTS,
  TITLE_LIMIT,
  yearChoices,
} from '#domain/catalogue/paper.ts'
import { Choice } from '#web/ui/choice.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'
import { bodyOf, type ChosenFiles, faultOfFile, faultOfForm, missingParts } from './check-upload.ts'
import { clearDraft, EMPTY_DRAFT, keepDraft, readDraft, type UploadDraft } from './draft.ts'
import { sendUpload, type UploadRefusal } from './send-upload.ts'
import { UploadProgress } from './upload-progress.tsx'

type Sending = { sent: number; total: number; cancel: () => void }

/** The Upload PDF form: its button wakes up when all that is required is there. */
export function UploadForm({ now, onPublished }: { now: Date; onPublished: () => void }) {
  const [draft, setDraft] = useState(readDraft)
  const [files, setFiles] = useState<ChosenFiles>({ file: null, thumbnail: null })
  const [refusal, setRefusal] = useState<UploadRefusal | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [round, setRound] = useState(0)
  const signInAgain = useSignInAgain()
  const form = useRef<HTMLFormElement>(null)
  const degree = findDegree(draft.degree)
  const subjectNeeded = degree ? needsSubject(degree) : false
  const missing = missingParts(draft, files, subjectNeeded)
  useAskBeforeLeaving(sending !== null)

  function change(name: keyof UploadDraft, value: string) {
    const next = { ...draft, [name]: value }
    setDraft(next)
    keepDraft(next)
    if (refusal?.field === name) setRefusal(null)
  }

  function choose(name: keyof ChosenFiles, file: File | null) {
    setFiles({ ...files, [name]: file })
    setRefusal(file ? faultOfFile(name, file) : null)
  }

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    const wrong = faultOfForm(draft, files, subjectNeeded, now)
    if (wrong) return setRefusal(wrong)
    const abort = new AbortController()
    const cancel = () => abort.abort()
    setRefusal(null)
    setSending({ sent: 0, total: 0, cancel })
    const outcome = await sendUpload(bodyOf(draft, files, subjectNeeded), {
      signal: abort.signal,
      signInAgain,
      onProgress: (sent, total) => setSending({ sent, total, cancel }),
    })
    setSending(null)
    if (outcome === 'cancelled')
      return setRefusal({ sentence: 'The upload was cancelled. Everything is as you left it.' })
    if ('refusal' in outcome) {
      setRefusal(outcome.refusal)
      return toastFailure('Error uploading file')
    }
    toastSuccess('File uploaded successfully')
    clearDraft()
    setDraft(EMPTY_DRAFT)
    setFiles({ file: null, thumbnail: null })
    setRound(round + 1)
    onPublished()
  }

  const errorOf = (name: string) => (refusal?.field === name ? refusal.sentence : undefined)
  return (
    <section aria-labelledby="upload-heading">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          2.
        </span>
        <h2 id="upload-heading">Upload PDF</h2>
      </div>
      <form
        ref={form}
        key={round}
        className="desk-sheet grid gap-5"
        noValidate
        onSubmit={(event) => void submit(event)}
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
              value={subjectNeeded ? draft.subject : ''}
              error={errorOf('subject')}
              disabled={!subjectNeeded}
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
                  className="input"
                  type="file"
                  accept="application/pdf"
                  onChange={(event) => choose('file', event.target.files?.[0] ?? null)}
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

/** The browser asks before the page is closed or loaded anew: an upload would be lost, and the chosen file with it. */
function useAskBeforeLeaving(asking: boolean) {
  useEffect(() => {
    if (!asking) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asking])
}
