import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState } from 'react'
import type { Duplicate } from '#domain/duplicates/duplicate.ts'
import { REMOVABLE } from '#domain/files/remove-scripts.ts'
import { STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { Fault } from '#web/ui/field.tsx'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError, type CallError } from '../client/call-error.ts'
import { faultOfFile, hashFile } from '../files/check-file.ts'
import { UploadProgress, useSending, WithoutScripts } from '../files/upload-progress.tsx'
import { There } from '../inbox/duplicate-dialog.tsx'
import { NOT_UPLOADED } from '../titles-and-toasts.ts'
import { type PaperPart, sendPart } from './send-part.ts'
import '../inbox/inbox-dialogs.css'

export type PaperFileProps = {
  paper: AdminPaper
  /** Shows the paper as somebody else has left it. */
  onPaper: (paper: AdminPaper) => void
  /** A file was changed from here. */
  onChanged: (paper: AdminPaper) => void
}

const DONE: Record<PaperPart, string> = {
  file: 'PDF replaced',
  thumbnail: 'Thumbnail replaced',
  answers: 'Answers uploaded',
}

/** One file of a paper, which is replaced or removed at once. */
export function PaperFile({
  paper,
  part,
  name,
  state,
  pick,
  remove,
  onPaper,
  onChanged,
}: PaperFileProps & {
  part: PaperPart
  name: string
  state: string
  pick: string
  remove?: { name: string; done: string }
}) {
  const { sending, follow } = useSending()
  const [removing, setRemoving] = useState(false)
  const [looking, setLooking] = useState(false)
  const [same, setSame] = useState<{ file: File; duplicates: Duplicate[] } | null>(null)
  const [fault, setFault] = useState('')
  const [scripted, setScripted] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useAskBeforeLeaving(sending !== null)

  /** Sends a chosen file, unless something speaks against it or it is another paper's already. */
  async function choose(file: File) {
    setScripted(null)
    const wrong = faultOfFile(part === 'thumbnail' ? 'thumbnail' : 'file', file)
    setFault(wrong?.sentence ?? '')
    if (wrong) return toastFailure(NOT_UPLOADED)
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
    try {
      const changed = await follow((options) => sendPart(paper, part, file, { ...options, withoutScripts }))
      toastSuccess(DONE[part])
      onChanged(changed)
    } catch (error) {
      const failure = asCallError(error)
      if (failure.code === 'stopped') return setFault('Cancelled. Everything is as it was.')
      if (failure.code === REMOVABLE) setScripted(file)
      refused(failure)
    }
  }

  async function takeAway(done: string) {
    setRemoving(true)
    setFault('')
    const from = { param: { id: paper.id }, header: { 'if-match': `"${paper.version}"` } }
    // Page 1 may have to be rendered, and files are moved.
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
    toastFailure(NOT_UPLOADED)
    if (!told.current) return setFault(message)
    onPaper(told.current as AdminPaper)
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
      <Fault isSmall sentence={fault} />
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

/** By SHA-256; empty when it could not be looked up. */
async function findSameFile({ id }: AdminPaper, file: File): Promise<Duplicate[]> {
  const sha256 = await hashFile(file).catch(() => null)
  if (!sha256) return []
  const json = { files: [{ key: 'chosen', sha256 }] }
  const found = await callAdmin((api) => api.duplicates.$post({ json })).catch(() => null)
  return (found?.duplicates.chosen ?? []).filter(({ paper }) => paper.id !== id)
}

function SameFileDialog({
  duplicates,
  onReplace,
  onSkip,
}: {
  duplicates: Duplicate[]
  onReplace: () => void
  onSkip: () => void
}) {
  const [duplicate] = duplicates
  return (
    <AlertDialog.Root open={duplicate !== undefined} onOpenChange={(next) => !next && onSkip()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="mb-1 text-2xl">Another paper has this file already</AlertDialog.Title>
          <AlertDialog.Description className="mb-4 text-quiet">
            {`Byte for byte the same. Replace anyway, and ${duplicates.length > 1 ? `${duplicates.length} other papers and this one` : 'both papers'} show the same PDF.`}
          </AlertDialog.Description>
          {duplicate && <There duplicate={duplicate} />}
          <div className="mt-5 flex flex-wrap gap-3">
            <button type="button" className="button" onClick={onSkip}>
              Skip
            </button>
            <button type="button" className="button button-line" onClick={onReplace}>
              Replace anyway
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
