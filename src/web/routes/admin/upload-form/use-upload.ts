import { useState } from 'react'
import { findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { namedUpload, readSent, type SendRefusal, sendFiles, uploadOf } from '../client/send-files.ts'
import { type ChosenFiles, faultOfFile, faultOfForm, fieldsOf, missingParts } from './check-upload.ts'
import { clearDraft, EMPTY_DRAFT, keepDraft, readDraft, type UploadDraft } from './upload-draft.ts'
import type { Sending } from './upload-progress.tsx'

/** `round` is the key of the form: a new one empties its file fields. */
export function useUpload(now: Date, onPublished: (paper: Paper) => void) {
  const [draft, setDraft] = useState(readDraft)
  const [files, setFiles] = useState<ChosenFiles>({ file: null, thumbnail: null })
  const [refusal, setRefusal] = useState<SendRefusal | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [round, setRound] = useState(0)
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
    refuse(file ? faultOfFile(name, file) : null)
  }

  function refuse(refused: SendRefusal | null) {
    setRefusal(refused)
    if (refused) toastFailure('Error uploading file')
  }

  async function submit({ withoutScripts = false } = {}) {
    const wrong = faultOfForm(draft, files, now)
    if (wrong || !files.file) return refuse(wrong)
    const file = uploadOf(files.file)
    const thumbnail = files.thumbnail && uploadOf(files.thumbnail)
    const { uploadId, ...named } = namedUpload(file, { withoutScripts })
    const json = { ...fieldsOf(draft), file: named, ...(thumbnail && { thumbnail: namedUpload(thumbnail) }) }
    const abort = new AbortController()
    const cancel = () => abort.abort()
    setRefusal(null)
    setSending({ sent: 0, total: 0, isRetrying: false, cancel })
    const sent = await sendFiles(
      thumbnail ? [thumbnail, file] : [file],
      { method: 'POST', path: `/inbox/${uploadId}/publication`, json },
      {
        signal: abort.signal,
        saysItself: true,
        onRetrying: (isRetrying) => setSending({ sent: 0, total: 0, isRetrying, cancel }),
        onProgress: (sent, total) => setSending({ sent, total, isRetrying: false, cancel }),
      },
    )
    const outcome = await readSent<Paper>(sent)
    setSending(null)
    if (outcome === 'cancelled')
      return setRefusal({ sentence: 'The upload was cancelled. Everything is as you left it.' })
    if ('refusal' in outcome) return refuse(outcome.refusal)
    clearDraft()
    setDraft(EMPTY_DRAFT)
    setFiles({ file: null, thumbnail: null })
    setRound(round + 1)
    onPublished(outcome.body)
  }

  return { draft, missing, refusal, sending, round, change, choose, submit }
}
