import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Hints } from '#domain/autofill/hints.ts'
import { EMPTY_FIELDS, type FieldTexts, type HintedName } from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS, findDegree, needsSubject, type Paper } from '#domain/paper/paper.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import { useAskBeforeLeaving } from '../ask-before-leaving.ts'
import { asCallError } from '../client/call-error.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '../client/send-files.ts'
import { checkPdf, type Fault, faultOfFile, hintsOfName } from '../files/check-file.ts'
import { useSending } from '../files/upload-progress.tsx'
import { NOT_UPLOADED } from '../titles-and-toasts.ts'
import { VISIBLE_NOW, visibilityOf } from '../visibility-input.tsx'
import { clearDraft, type Filled, fillIn, readDraft, saveDraft, withWish } from './upload-draft.ts'

const CANCELLED = 'The upload was cancelled. Everything is as you left it.'

/** `round` is the key of the form: a new one empties its file fields. */
export function useUpload(now: Date, onPublished: (paper: Paper) => void) {
  const [parameters] = useSearchParams()
  const [draft, setDraft] = useState(() => withWish(readDraft(), parameters.get('wanted'), currentYear(now)))
  const [files, setFiles] = useState<ChosenFiles>({ file: null, thumbnail: null })
  const [refusal, setRefusal] = useState<Fault | null>(null)
  const { sending, follow } = useSending()
  const [round, setRound] = useState(0)
  const [filled, setFilled] = useState<Filled>({})
  const [unlocked, setUnlocked] = useState<File | null>(null)
  const [when, setWhen] = useState(VISIBLE_NOW)
  const firstPage = useFirstPage((hints) => {
    const next = fillIn(latest.current.draft, latest.current.filled, hints)
    latest.current = next
    setDraft(next.draft)
    setFilled(next.filled)
    saveDraft(next.draft)
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
    saveDraft(next)
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

  /** Says next to its field what was refused, and in a toast that it was. */
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
    const use = { method: 'POST', path: `/inbox/${uploadId}/publication`, json } as const
    setRefusal(null)
    try {
      const answer = await follow(async (options) => {
        await firstPage.stopWhenSent(options.onProgress)
        return await sendFiles(thumbnail ? [thumbnail, file] : [file], use, options)
      }, firstPage.stop)
      published(await answer.json())
    } catch (error) {
      const { code, message, field } = asCallError(error)
      if (code === 'stopped') setRefusal({ sentence: CANCELLED })
      else refuse({ code, field, sentence: message })
    }
  }

  function published(paper: Paper) {
    clearDraft()
    setDraft(EMPTY_FIELDS)
    setFilled({})
    latest.current = { draft: EMPTY_FIELDS, filled: {} }
    setFiles({ file: null, thumbnail: null })
    setWhen(VISIBLE_NOW)
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

export type Reading = 'page' | 'scan' | 'done' | null

type OnProgress = (sent: number, total: number) => void
type Task = {
  abort: AbortController
  sent: Promise<void>
  progress: [number, number]
  onProgress?: OnProgress
}

/** Tells what a chosen file says of itself: its name at once, its page 1 when that is read, a scan's once recognised.
 * `refuse` hears what is wrong with the file itself. `stopWhenSent` before the file is published: bytes that are on their
 * way are not sent a second time. `locked` is the last file found to forbid printing. */
function useFirstPage(tell: (hints: Hints) => void, refuse: (fault: Fault) => void) {
  const [reading, setReading] = useState<Reading>(null)
  const [locked, setLocked] = useState<File | null>(null)
  const task = useRef<Task | null>(null)
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => () => task.current?.abort.abort(), [])

  function stop() {
    task.current?.abort.abort()
    task.current = null
    setReading(null)
  }

  /** To break them off and send the rest at once is refused, since the server may not know yet that they broke off. */
  async function stopWhenSent(onProgress: OnProgress) {
    const running = task.current
    setReading(null)
    if (!running) return
    running.onProgress = onProgress
    if (running.progress[1] > 0) onProgress(...running.progress)
    await running.sent
    stop()
  }

  async function read(file: File) {
    stop()
    const abort = new AbortController()
    const { signal } = abort
    let onArrived = () => {}
    const sent = new Promise<void>((resolve) => {
      onArrived = resolve
    })
    const mine: Task = { abort, sent, progress: [0, 0] }
    task.current = mine
    latest.current(hintsOfName(file.name))
    const wrong = await checkPdf(file)
    if (signal.aborted) return
    // Nothing of it is sent, and so nothing is waited for.
    if (wrong) {
      onArrived()
      return refuse({ ...wrong, field: 'file' })
    }
    try {
      setReading('page')
      const first = await readFirstPage(file, {
        recognises: false,
        signal,
        onArrived,
        // Between two tries nothing is on its way.
        onRetrying: onArrived,
        onProgress: (...progress) => {
          mine.progress = progress
          mine.onProgress?.(...progress)
        },
      })
      if (signal.aborted) return
      latest.current(first.hints)
      if (first.isLocked) setLocked(file)
      if (first.waits) {
        setReading('scan')
        const recognised = await readFirstPage(file, { recognises: true, signal })
        if (signal.aborted) return
        latest.current(recognised.hints)
      }
      setReading('done')
    } catch (error) {
      const { status, code, message } = asCallError(error)
      if (signal.aborted) return
      setReading(null)
      // Of all else the file may still be published: its name has told what it can.
      if (status === 422) refuse({ code, field: 'file', sentence: message, again: false })
    } finally {
      onArrived()
    }
  }

  return { reading, locked, read, stop, stopWhenSent }
}

type FirstPage = { hints: Hints; waits: boolean; isLocked: boolean }

/** Sends the file, which is not sent again when it is published. Throws a `CallError`; says nothing by itself. */
async function readFirstPage(
  file: File,
  { recognises, ...options }: { recognises: boolean } & SendOptions,
): Promise<FirstPage> {
  const upload = uploadOf(file)
  const json = { ...namedUpload(upload), recognises }
  const answer = await sendFiles(
    [upload],
    { method: 'POST', path: '/first-pages/hints', json },
    { ...options, silent: true },
  )
  return await answer.json()
}
