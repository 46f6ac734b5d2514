import { useEffect, useState } from 'react'
import { findDegree, needsSubject } from '#domain/catalogue/paper.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'
import { bodyOf, type ChosenFiles, faultOfFile, faultOfForm, missingParts } from './check-upload.ts'
import { clearDraft, EMPTY_DRAFT, keepDraft, readDraft, type UploadDraft } from './draft.ts'
import { sendUpload, type UploadRefusal } from './send-upload.ts'

type Sending = { sent: number; total: number; cancel: () => void }

/** What is typed and chosen for an upload, what is wrong with it, and how far it is sent. `round` counts the forms. */
export function useUpload(now: Date, onPublished: () => void) {
  const [draft, setDraft] = useState(readDraft)
  const [files, setFiles] = useState<ChosenFiles>({ file: null, thumbnail: null })
  const [refusal, setRefusal] = useState<UploadRefusal | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [round, setRound] = useState(0)
  const signInAgain = useSignInAgain()
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
    const wrong = faultOfForm(draft, files, now)
    if (wrong) return setRefusal(wrong)
    const abort = new AbortController()
    const cancel = () => abort.abort()
    setRefusal(null)
    setSending({ sent: 0, total: 0, cancel })
    const outcome = await sendUpload(bodyOf(draft, files), {
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

  return { draft, missing, refusal, sending, round, change, choose, submit }
}

/** The browser asks before the page is closed or loaded anew: an upload would be lost, and the chosen file with it. */
function useAskBeforeLeaving(asking: boolean) {
  useEffect(() => {
    if (!asking) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asking])
}
