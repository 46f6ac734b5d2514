import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { FIELD_NAMES } from '#domain/paper/form-fields.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { PrintLock, UploadProgress, WithoutScripts } from '../files/upload-progress.tsx'
import { DropAnywhere, sortOut } from '../inbox/drop.tsx'
import { PlaceInputs, ReferenceLinkInput, TitleInput, VariantFieldInputs } from '../paper-inputs.tsx'
import { VisibilityInput } from '../visibility-input.tsx'
import { type Filled, isDoubtful } from './upload-draft.ts'
import { type Reading, useUpload } from './use-upload.ts'
import './upload-form.css'
import { INBOX_LIMIT } from '#domain/inbox/inbox.ts'
import { Field } from '#web/ui/field.tsx'
import { FilePicker, type PickerProps } from '../files/file-picker.tsx'
import { putInInbox } from '../inbox/row-storage.ts'
import { useAdmin } from '../layout.tsx'

type UploadFormProps = { number: number; now: Date; onPublished: (paper: Paper) => void }

/** Only the file's field until somebody begins: the other fields are filled in from it. */
export function UploadForm({ number, now, onPublished }: UploadFormProps) {
  const [isBegun, setBegun] = useState(false)
  const upload = useUpload(now, (paper) => {
    setBegun(false)
    onPublished(paper)
  })
  const { draft, filled, reading, lock, missing, refusal, sending, change, choose } = upload
  const isFolded = !isBegun && Object.values(draft).every((typed) => typed === '')
  const pdf = useRef<HTMLInputElement>(null)
  const { hash } = useLocation()
  // The page is longer than when its address was looked at.
  useEffect(() => {
    if (hash === '#upload-heading') pdf.current?.closest('section')?.scrollIntoView()
  }, [hash])
  const giveToField = useCallback((file: File) => {
    const one = new DataTransfer()
    one.items.add(file)
    if (!pdf.current || pdf.current.matches(':disabled')) return
    pdf.current.files = one.files
    pdf.current.dispatchEvent(new Event('change', { bubbles: true }))
  }, [])
  const { take, isMoving } = useMoveToInbox(giveToField)
  const hintOf = (name: string) => (isDoubtful(filled, name) ? 'Please check' : undefined)
  const isRefused = refusal?.again === false
  const errorOf = (name: string) => (refusal?.field === name ? refusal.sentence : undefined)
  return (
    <section aria-labelledby="upload-heading" className="min-w-0">
      <DropAnywhere onFiles={take} words="Let go: one PDF fills the form, more become a list." />
      <form
        key={upload.round}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void upload.submit()
        }}
      >
        <div className="question">
          <span className="number" aria-hidden="true">
            {number}.
          </span>
          <h2 id="upload-heading">Upload PDF</h2>
          <fieldset className="upload-file" disabled={sending !== null} onFocus={() => setBegun(true)}>
            <FileField
              label="PDF file"
              error={errorOf('file')}
              hint={isFolded ? 'Its first page fills in the rest.' : 'At most 50 MiB.'}
              pick="Choose a PDF"
              isMain={isFolded}
              ref={pdf}
              accept="application/pdf"
              multiple
              disabled={isMoving}
              onFiles={(chosen) => {
                setBegun(true)
                if (chosen.length > 1) take(chosen)
                else choose('file', chosen[0] ?? null)
              }}
            />
            {isFolded && <p className="upload-drop">Or drop it anywhere on this page.</p>}
          </fieldset>
          <Link to="/admin/upload" className="action">
            <span className="sweeps">Many files</span>
          </Link>
        </div>
        <div className="admin-sheet upload-sheet" hidden={isFolded}>
          <fieldset disabled={sending !== null} className="contents">
            <p className="upload-reading" role="status" hidden={reading === null}>
              {saidOf(reading, filled)}
            </p>
            {lock && <PrintLock {...lock} />}
            <TitleInput
              value={draft.title}
              error={errorOf('title')}
              hint={hintOf('title')}
              onChange={(value) => change('title', value)}
            />
            <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
              <PlaceInputs fields={draft} now={now} errorOf={errorOf} hintOf={hintOf} change={change} />
            </div>
            <div className="upload-more">
              <VariantFieldInputs
                fields={draft}
                now={now}
                errorOf={errorOf}
                hintOf={hintOf}
                change={change}
              />
              <ReferenceLinkInput
                value={draft.referenceLink}
                error={errorOf('referenceLink')}
                onChange={(value) => change('referenceLink', value)}
              />
              <FileField
                label="Thumbnail (optional)"
                error={errorOf('thumbnail')}
                hint="Without one, the first page is the picture."
                pick="Choose a picture"
                accept="image/*"
                onFiles={(chosen) => choose('thumbnail', chosen[0] ?? null)}
              />
            </div>
            <VisibilityInput when={upload.when} now={now} onChange={upload.setWhen} />
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
                disabled={missing.length > 0 || isRefused}
                aria-describedby="upload-missing"
              >
                Upload
              </button>
              <p id="upload-missing" className="text-quiet text-sm">
                {isRefused
                  ? 'Choose another PDF.'
                  : missing.length > 0
                    ? `Still needed: ${missing.join(', ')}.`
                    : upload.when.how === 'now'
                      ? 'Ready to be published.'
                      : 'Ready: it is stored, and hidden from visitors.'}
              </p>
            </div>
          )}
        </div>
      </form>
    </section>
  )
}

function saidOf(reading: Reading, filled: Filled) {
  if (reading === 'page') return 'Reading page 1 …'
  if (reading === 'scan') return 'Reading the scan: its fields are filled in when that is done …'
  if (reading === null) return ''
  const names = Object.keys(filled)
  if (names.length === 0) return 'Page 1 does not say what this is.'
  const isToCheck = names.some((name) => isDoubtful(filled, name))
  return `Filled in from the file.${isToCheck ? ' Please check what is marked.' : ''}`
}

const NAMED: string[] = [...FIELD_NAMES, 'file', 'thumbnail']

type FileFieldProps = Omit<PickerProps, 'chosen'> & { label: string; hint: string; error?: string }

function FileField({ label, hint, error, onFiles, ...picker }: FileFieldProps) {
  const [chosen, setChosen] = useState('')
  return (
    <Field label={label} error={error} hint={hint}>
      {(field) => (
        <FilePicker
          {...picker}
          {...field}
          chosen={chosen}
          onFiles={(files) => {
            setChosen(files.map(({ name }) => name).join(', '))
            onFiles(files)
          }}
        />
      )}
    </Field>
  )
}

/** Hands several PDFs over to the page for many files; a single one goes to `onOne`. */
function useMoveToInbox(onOne: (file: File) => void) {
  const { email } = useAdmin()
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  const take = useCallback(
    async (files: File[]) => {
      const { pdfs } = await sortOut(files, INBOX_LIMIT)
      const [first] = pdfs.length > 0 ? pdfs : files
      if (pdfs.length <= 1) return first && onOne(first)
      setMoving(true)
      void putInInbox(pdfs, email).then(() => navigate('/admin/upload'))
    },
    [email, navigate, onOne],
  )
  return { take, isMoving }
}
