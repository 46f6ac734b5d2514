import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { STORAGE_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import type { FieldName, FieldTexts } from '#domain/paper/form-fields.ts'
import type { FormerFile } from '#domain/publishing/former-file.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { cacheAnswer } from '../client/cache-answer.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import {
  changedFields,
  clearPaperDraft,
  faultOfFields,
  fieldsOf,
  type PaperDraft,
  readPaperDraft,
  savePaperDraft,
  shortTitle,
} from './drafts.ts'
import { putQuestionsBack, questionsKey } from './use-edits.ts'
import type { PaperActions } from './use-paper-actions.ts'

export type Fault = { field?: string; sentence: string }

type Options = {
  paper: AdminPaper
  now: Date
  actions: PaperActions
  onPaper: (paper: AdminPaper) => void
  onClose: () => void
}

/** A draft keeps the version that its typing began on, until it is saved or discarded. */
export function usePaperForm({ paper, now, actions, onPaper, onClose }: Options) {
  const [draft, setDraft] = useState<PaperDraft | null>(() => readPaperDraft(paper.id))
  const [fault, setFault] = useState<Fault | null>(null)
  const [conflict, setConflict] = useState<AdminPaper | null>(null)
  const [busy, setBusy] = useState(false)
  const cache = useQueryClient()
  const base = draft?.base ?? fieldsOf(paper)
  const version = draft?.version ?? paper.version
  const typed = draft?.typed ?? {}
  const fields: FieldTexts = { ...base, ...typed }

  function keep(next: PaperDraft) {
    const worth = Object.keys(next.typed).length > 0
    savePaperDraft(paper.id, next)
    setDraft(worth ? next : null)
  }

  function change(name: FieldName, value: string) {
    keep({ version, base, typed: changedFields(base, { ...typed, [name]: value }) })
    if (fault?.field === name) setFault(null)
  }

  function discard() {
    clearPaperDraft(paper.id)
    setDraft(null)
    setConflict(null)
    setFault(null)
  }

  /** `decided` is the outcome of a conflict, based on the newest version. */
  async function save(decided?: PaperDraft) {
    const own = decided ?? { version, base, typed }
    const fields = { ...own.base, ...own.typed }
    const wrong = Object.keys(own.typed).length > 0 ? faultOfFields(fields, own.base, now) : null
    if (decided) keep(decided)
    setConflict(null)
    if (wrong) return refuse(wrong)
    setFault(null)
    if (Object.keys(own.typed).length === 0) {
      discard()
      return onClose()
    }
    setBusy(true)
    const tell = actions.begin()
    const outcome = await revise(paper.id, own.typed, own.version)
    setBusy(false)
    if ('saved' in outcome) return await done(outcome.saved, own, tell)
    const { message, field, current } = outcome
    if (!current) return refuse({ field, sentence: message })
    // The response to an earlier try was lost, or somebody else has typed the same.
    if (Object.keys(changedFields(fieldsOf(current), own.typed)).length === 0)
      return await done(current, own, tell)
    setConflict(current)
  }

  function refuse(refused: Fault) {
    setFault(refused)
    toastFailure(refused.sentence)
  }

  async function done(saved: AdminPaper, own: PaperDraft, tell: ReturnType<PaperActions['begin']>) {
    const former = Object.fromEntries(
      Object.keys(own.typed).map((name) => [name, own.base[name as FieldName]]),
    ) as Partial<FieldTexts>
    const undo = () => putBack(saved, former)
    discard()
    onPaper(saved)
    onClose()
    toastSuccess('Changes saved', { name: 'Undo', act: () => void undo() })
    tell({ sentence: `“${shortTitle(saved)}” is changed.`, undo })
    await actions.refresh()
  }

  /** Fails if somebody has changed the paper since. */
  async function putBack(from: AdminPaper, former: Partial<FieldTexts>): Promise<boolean> {
    const tell = actions.begin()
    tell(null)
    const outcome = await revise(from.id, former, from.version)
    if ('saved' in outcome) {
      onPaper(outcome.saved)
      toastSuccess('Put back as it was')
      tell({ sentence: `“${shortTitle(outcome.saved)}” is as it was.` })
    } else {
      toastFailure(outcome.current ? MEANWHILE : outcome.message)
    }
    await actions.refresh()
    return 'saved' in outcome
  }

  /** The file that is there now is kept in its turn, so this can be undone, too. */
  async function putFileBack(from: AdminPaper, { key }: FormerFile) {
    actions.begin()(null)
    const header = { 'if-match': `"${from.version}"` }
    try {
      const paper = await callAdmin(
        (api) => api.papers[':id']['former-files'].$post({ param: { id: from.id }, header, json: { key } }),
        { limit: STORAGE_RETRY_LIMIT },
      )
      toastSuccess('The former file is back')
      fileChanged(paper)
    } catch (error) {
      const { status, message } = asCallError(error)
      toastFailure(status === 412 ? MEANWHILE : message)
      await actions.refresh()
    }
  }

  async function putListBack(from: AdminPaper, entry: number) {
    try {
      await cacheAnswer(cache, questionsKey(from.id), await putQuestionsBack(from.id, entry))
      toastSuccess('The questions are as they were')
    } catch (error) {
      toastFailure(asCallError(error).message)
    }
    await actions.refresh()
  }

  /** The draft moves on to the version with the new file. */
  function fileChanged(next: AdminPaper) {
    if (draft && draft.version === paper.version) {
      const { referenceLink } = fieldsOf(next)
      const base = { ...draft.base, referenceLink }
      keep({ version: next.version, base, typed: changedFields(base, draft.typed) })
    }
    onPaper(next)
    void actions.refresh()
  }

  return {
    fields,
    base,
    typed,
    isTyped: draft !== null,
    fault,
    conflict,
    busy,
    change,
    discard,
    save,
    putBack,
    putFileBack,
    putListBack,
    fileChanged,
  }
}

const MEANWHILE = 'This paper was changed meanwhile. Look at it again first.'

type Revised = { saved: AdminPaper } | { message: string; field?: string; current?: AdminPaper }

/** `current` is the paper when somebody else was quicker. */
async function revise(id: string, json: Partial<FieldTexts>, version: number): Promise<Revised> {
  const header = { 'if-match': `"${version}"` }
  try {
    return { saved: await callAdmin((api) => api.papers[':id'].$patch({ param: { id }, header, json })) }
  } catch (error) {
    const { status, message, field, told } = asCallError(error)
    return { message, field, current: status === 412 ? (told.current as AdminPaper) : undefined }
  }
}
