import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ALL_SUBJECTS, findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import { EMPTY_FIELDS, type FieldTexts, type HintedName } from '#domain/paper/paper-fields.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { toastFailure } from '#web/ui/toasts/toasts.tsx'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { asCallError } from '../client/call-error.ts'
import { namedUpload, sendFiles, uploadOf } from '../client/send-files.ts'
import { NOT_UPLOADED } from '../desk-head.ts'
import { type Fault, faultOfFile } from '../files/check-file.ts'
import type { Sending } from '../files/upload-progress.tsx'
import { AT_ONCE, visibilityOf } from '../when-input.tsx'
import { clearDraft, type Filled, fillIn, keepDraft, readDraft, withWish } from './upload-draft.ts'
import { useFirstPage } from './use-first-page.ts'

const CANCELLED = 'The upload was cancelled. Everything is as you left it.'

/** `round` is the key of the form: a new one empties its file fields. */
export function useUpload(now: Date, onPublished: (paper: Paper) => void) {
  const [parameters] = useSearchParams()
  const [draft, setDraft] = useState(() => withWish(readDraft(), parameters.get('wanted'), currentYear(now)))
  const [files, setFiles] = useState<ChosenFiles>({ file: null, thumbnail: null })
  const [refusal, setRefusal] = useState<Fault | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [round, setRound] = useState(0)
  const [filled, setFilled] = useState<Filled>({})
  const [unlocked, setUnlocked] = useState<File | null>(null)
  const [when, setWhen] = useState(AT_ONCE)
  const firstPage = useFirstPage((hints) => {
    const next = fillIn(latest.current.draft, latest.current.filled, hints)
    latest.current = next
    setDraft(next.draft)
    setFilled(next.filled)
    keepDraft(next.draft)
  }, setRefusal)
  const latest = useRef({ draft, filled })
  const isLocked = files.file !== null && files.file === firstPage.locked
  const isUnlocked = isLocked && files.file === unlocked
  const degree = findDegree(draft.degree)
  const subjectNeeded = degree ? needsSubject(degree) : false
  const visibility = visibilityOf(when)
  const missing = [...missingParts(draft, files, subjectNeeded), ...(visibility ? [] : ['time'])]
  useAskBeforeLeaving(sending !== null)

  function change(name: keyof FieldTexts, value: string) {
    const next = { ...draft, [name]: value }
    const { [name as HintedName]: _typed, ...others } = filled
    latest.current = { draft: next, filled: others }
    setDraft(next)
    setFilled(others)
    keepDraft(next)
    if (refusal?.field === name) setRefusal(null)
  }

  function choose(name: keyof ChosenFiles, file: File | null) {
    setFiles({ ...files, [name]: file })
    const fault = file ? faultOfFile(name, file) : null
    refuse(fault)
    if (name !== 'file') return
    if (file && !fault) void firstPage.read(file)
    else firstPage.stop()
  }

  /** Says beside its field what was refused, and in a toast that it was. */
  function refuse(refused: Fault | null) {
    setRefusal(refused)
    if (refused) toastFailure(NOT_UPLOADED)
  }

  async function submit({ withoutScripts = false } = {}) {
    const wrong = faultOfForm(draft, files, now)
    if (wrong || !files.file) return refuse(wrong)
    const file = uploadOf(files.file)
    const thumbnail = files.thumbnail && uploadOf(files.thumbnail)
    const { uploadId, ...named } = namedUpload(file, { withoutScripts })
    const json = {
      ...fieldsOf(draft),
      file: named,
      ...(thumbnail && { thumbnail: namedUpload(thumbnail) }),
      ...(isUnlocked && { unlocked: true }),
      ...(visibility?.hidden && visibility),
    }
    const abort = new AbortController()
    const cancel = () => {
      firstPage.stop()
      abort.abort()
    }
    const onProgress = (sent: number, total: number) => setSending({ sent, total, isRetrying: false, cancel })
    setRefusal(null)
    setSending({ sent: 0, total: 0, isRetrying: false, cancel })
    try {
      await firstPage.stopWhenSent(onProgress)
      const answer = await sendFiles(
        thumbnail ? [thumbnail, file] : [file],
        { method: 'POST', path: `/inbox/${uploadId}/publication`, json },
        {
          signal: abort.signal,
          saysItself: true,
          onRetrying: (isRetrying) => setSending({ sent: 0, total: 0, isRetrying, cancel }),
          onProgress,
        },
      )
      published(await answer.json())
    } catch (error) {
      const { code, message, field } = asCallError(error)
      if (code === 'stopped') setRefusal({ sentence: CANCELLED })
      else refuse({ code, field, sentence: message })
    } finally {
      setSending(null)
    }
  }

  function published(paper: Paper) {
    clearDraft()
    setDraft(EMPTY_FIELDS)
    setFilled({})
    latest.current = { draft: EMPTY_FIELDS, filled: {} }
    setFiles({ file: null, thumbnail: null })
    setWhen(AT_ONCE)
    setRound(round + 1)
    onPublished(paper)
  }

  const lock = isLocked && {
    isUnlocked,
    onChange: (on: boolean) => {
      setUnlocked(on ? files.file : null)
      setRefusal(null)
    },
  }
  const { reading } = firstPage
  return {
    ...{ draft, filled, reading, lock, missing, refusal, sending, round, when },
    ...{ change, choose, setWhen, submit },
  }
}

type ChosenFiles = { file: File | null; thumbnail: File | null }

export function missingParts(draft: FieldTexts, files: ChosenFiles, subjectNeeded: boolean): string[] {
  return [
    ...(draft.title.trim() ? [] : ['title']),
    ...(draft.degree ? [] : ['degree']),
    ...(subjectNeeded && !draft.subject ? ['subject'] : []),
    ...(draft.month ? [] : ['month']),
    ...(draft.year ? [] : ['year']),
    ...(files.file ? [] : ['PDF file']),
  ]
}

/** What is wrong with the form, as the server would say it, or null. */
export function faultOfForm(draft: FieldTexts, files: ChosenFiles, now: Date): Fault | null {
  for (const name of ['file', 'thumbnail'] as const) {
    const fault = files[name] && faultOfFile(name, files[name])
    if (fault) return fault
  }
  const read = paperSubmission(currentYear(now)).safeParse(fieldsOf(draft))
  const issue = read.error?.issues[0]
  return issue ? { field: String(issue.path[0]), sentence: issue.message } : null
}

function fieldsOf(draft: FieldTexts): FieldTexts {
  return { ...draft, subject: draft.subject || ALL_SUBJECTS }
}
