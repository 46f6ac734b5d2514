import { useRef, useState } from 'react'
import type { Duplicate } from '#domain/duplicates/duplicate.ts'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { useAskBeforeLeaving } from '#web/routes/admin/ask-before-leaving.ts'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { asCallError, type CallError } from '#web/routes/admin/client/call-error.ts'
import { faultOfFile } from '#web/routes/admin/upload-form/check-upload.ts'
import { type Sending, UploadProgress } from '#web/routes/admin/upload-form/upload-progress.tsx'
import { WithoutScripts } from '#web/routes/admin/upload-form/without-scripts.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts/toasts.tsx'
import { weightOf } from '../list/row-facts.tsx'
import { findSameFile, SameFileDialog } from './same-file-dialog.tsx'
import { type PaperPart, sendPart } from './send-part.ts'

type FilesProps = {
  paper: DeskPaper
  /** The paper as somebody else has left it. */
  onPaper: (paper: DeskPaper) => void
  onChanged: (paper: DeskPaper) => void
}

const DONE: Record<PaperPart, string> = {
  file: 'PDF replaced',
  thumbnail: 'Thumbnail replaced',
  answers: 'Answers uploaded',
}

export function PaperFiles(props: FilesProps) {
  const { paper } = props
  return (
    <div className="paper-files">
      <Part {...props} part="file" name="PDF" state={weightOf(paper)} pick="Replace the PDF" />
      <Part
        {...props}
        part="thumbnail"
        name="Thumbnail"
        state={paper.thumbnailGiven ? 'A picture of its own' : 'Page 1 of the PDF'}
        pick={paper.thumbnailGiven ? 'Replace the thumbnail' : 'Choose a thumbnail'}
        remove={
          paper.thumbnailGiven ? { name: 'Back to page 1', done: 'Page 1 is the thumbnail' } : undefined
        }
      />
      <Part
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

function Part({
  paper,
  part,
  name,
  state,
  pick,
  remove,
  onPaper,
  onChanged,
}: FilesProps & {
  part: PaperPart
  name: string
  state: string
  pick: string
  remove?: { name: string; done: string }
}) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [removing, setRemoving] = useState(false)
  const [looking, setLooking] = useState(false)
  const [same, setSame] = useState<{ file: File; duplicates: Duplicate[] } | null>(null)
  const [fault, setFault] = useState('')
  const [scripted, setScripted] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useAskBeforeLeaving(sending !== null)

  async function choose(file: File) {
    setScripted(null)
    const wrong = faultOfFile(part === 'thumbnail' ? 'thumbnail' : 'file', file)
    setFault(wrong?.sentence ?? '')
    if (wrong) return toastFailure('Error uploading file')
    if (part !== 'file') return await send(file)
    setLooking(true)
    const duplicates = await findSameFile(paper, file)
    setLooking(false)
    if (duplicates.length === 0) return await send(file)
    setSame({ file, duplicates })
  }

  async function send(file: File, { withoutScripts = false } = {}) {
    setSame(null)
    setScripted(null)
    const abort = new AbortController()
    const cancel = () => abort.abort()
    setSending({ sent: 0, total: 0, isRetrying: false, cancel })
    try {
      const changed = await sendPart(paper, part, file, {
        signal: abort.signal,
        withoutScripts,
        saysItself: true,
        onRetrying: (isRetrying) => setSending({ sent: 0, total: 0, isRetrying, cancel }),
        onProgress: (sent, total) => setSending({ sent, total, isRetrying: false, cancel }),
      })
      toastSuccess(DONE[part])
      onChanged(changed)
    } catch (error) {
      const failure = asCallError(error)
      if (failure.code === 'stopped') return setFault('Cancelled. Everything is as it was.')
      if (failure.code === REMOVABLE) setScripted(file)
      refused(failure)
    } finally {
      setSending(null)
    }
  }

  async function takeAway(done: string) {
    setRemoving(true)
    setFault('')
    const from = { param: { id: paper.id }, header: { 'if-match': `"${paper.version}"` } }
    // Page 1 may have to be drawn, and files are moved.
    const options = { limit: STORAGE_RETRY_LIMIT }
    try {
      const changed = await callAdmin(
        ({ papers: { ':id': parts } }) =>
          part === 'answers' ? parts.answers.$delete(from) : parts.thumbnail.$delete(from),
        options,
      )
      toastSuccess(done)
      onChanged(changed)
    } catch (error) {
      refused(asCallError(error))
    } finally {
      setRemoving(false)
    }
  }

  function refused({ message, told }: CallError) {
    toastFailure('Error uploading file')
    if (!told.current) return setFault(message)
    onPaper(told.current as DeskPaper)
    setFault('This paper was changed meanwhile. Look at it as it is now; if you still mean it, do it again.')
  }

  return (
    <fieldset>
      <legend>
        <strong>{name}</strong> <span className="text-quiet">{state}</span>
      </legend>
      {sending ? (
        <UploadProgress {...sending} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <label className="button button-line button-small">
            {looking && <span className="spinner" aria-hidden="true" />}
            {pick}
            <input
              ref={input}
              type="file"
              disabled={looking}
              className="sr-only"
              accept={part === 'thumbnail' ? 'image/*' : 'application/pdf'}
              onChange={(event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) void choose(file)
              }}
            />
          </label>
          {remove && (
            <button
              type="button"
              className="button button-quiet button-small"
              disabled={removing}
              onClick={() => void takeAway(remove.done)}
            >
              {removing && <span className="spinner" aria-hidden="true" />}
              {remove.name}
            </button>
          )}
        </div>
      )}
      {fault && (
        <p className="field-error text-sm" role="alert">
          {fault}
        </p>
      )}
      <SameFileDialog
        duplicates={same?.duplicates ?? []}
        onReplace={() => same && void send(same.file)}
        onSkip={() => {
          setSame(null)
          setFault('Skipped. Everything is as it was.')
        }}
      />
      {scripted && !sending && (
        <WithoutScripts name="Replace" onChoose={() => void send(scripted, { withoutScripts: true })} />
      )}
    </fieldset>
  )
}
