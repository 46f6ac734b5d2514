import type { DBSchema } from 'idb'
import { useEffect } from 'react'
import type { AnswerCandidate } from '#domain/answers/match-answers.ts'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { createStore } from '#web/ui/store.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { browserDatabase } from '../client/browser-database.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { sendPart } from '../papers/send-part.ts'
import {
  type AnswerRow,
  keyOf,
  matched,
  newRow,
  notAttached,
  restored,
  rivalOf,
  toAttach,
} from './answer-rows.ts'

/** What a reload must not lose of a row. */
type StoredAnswer = Pick<AnswerRow, 'key' | 'file' | 'paper' | 'sure' | 'ticked'> & { place: number }

interface AnswersDb extends DBSchema {
  answers: { key: string; value: StoredAnswer }
}

const open = browserDatabase<AnswersDb>('desk-answers', (db) => {
  db.createObjectStore('answers', { keyPath: 'key' })
})

async function readAnswers(): Promise<StoredAnswer[]> {
  const stored = (await (await open())?.getAll('answers').catch(() => [])) ?? []
  return stored.sort((one, other) => one.place - other.place)
}

/** Writes changed rows and deletes those removed, attached or unusable; false when it failed. */
async function storeAnswers(before: AnswerRow[], now: AnswerRow[]): Promise<boolean> {
  const wanted = (row: AnswerRow) => !row.unusable && row.state !== 'attached' && row.file.size <= PDF_LIMIT
  const old = new Map(before.map((row) => [row.key, row]))
  const isSame = (row: AnswerRow) => {
    const was = old.get(row.key)
    return was !== undefined && was.paper === row.paper && was.sure === row.sure && was.ticked === row.ticked
  }
  const keys = new Set(now.filter(wanted).map(({ key }) => key))
  const gone = before.filter((row) => wanted(row) && !keys.has(row.key))
  const changed = now.filter((row) => wanted(row) && !isSame(row))
  const db = await open()
  if (!db) return false
  // Upload progress changes often, and is not stored.
  if (gone.length + changed.length === 0) return true
  try {
    const change = db.transaction('answers', 'readwrite')
    for (const { key } of gone) void change.store.delete(key)
    for (const row of changed) {
      const { key, file, paper, sure, ticked } = row
      void change.store.put({ key, file, paper, sure, ticked, place: now.indexOf(row) })
    }
    await change.done
    return true
  } catch {
    return false
  }
}

/** For signing out. */
async function forgetAnswers(): Promise<void> {
  await (await open())?.clear('answers')
}

const NAMES_AT_ONCE = 20
const NOT_MATCHED = 'The papers could not be looked up. Check your connection.'

type AnswersState = {
  rows: AnswerRow[]
  sending: AbortController | null
  /** False when storage failed: then the user is asked before leaving the page. */
  isStored: boolean
}

/** Outside the page: answers go on being sent while the user looks at another page. */
const answerStore = createStore<AnswersState>({ rows: [], sending: null, isStored: true })
/** Resolves to the rows that are stored. */
let storing = Promise.resolve(answerStore.initial.rows)
let isRestored = false

const actions = {
  add: (files: File[]) => add(files),
  lookUp: (keys: string[]) => lookUp(keys),
  attach: () => attach(),
  stop: () => answerStore.get().sending?.abort(),
  choose: (key: string, paper: AdminPaper) =>
    change(key, (row) => ({ ...row, paper, sure: true, fault: '', ticked: paper.answers === null })),
  tick: (key: string, ticked: boolean) => change(key, (row) => ({ ...row, ticked, fault: '' })),
  remove: (key: string) => set(answerStore.get().rows.filter((row) => row.key !== key)),
  clearAttached: () => set(answerStore.get().rows.filter(({ state }) => state !== 'attached')),
}

export function useAnswers() {
  const { rows, sending, isStored } = useStore(answerStore)
  useEffect(() => {
    if (isRestored) return
    isRestored = true
    void restore()
  }, [])
  return { rows, busy: sending !== null, isStored, ...actions }
}

/** For signing out. */
export function clearAnswers() {
  answerStore.get().sending?.abort()
  set([])
  isRestored = false
  void forgetAnswers()
}

/** Files chosen before a reload, with their papers looked up again. */
async function restore() {
  const stored = await readAnswers()
  const missing = stored.filter(({ key }) => !answerStore.get().rows.some((row) => row.key === key))
  if (missing.length === 0) return
  set([
    ...missing.map(({ place: _, ...row }) => ({ ...newRow(row.file), ...row })),
    ...answerStore.get().rows,
  ])
  await lookUp(
    missing.map(({ key }) => key),
    new Map(missing.map((row) => [row.key, row])),
  )
}

function update(part: Partial<AnswersState>) {
  answerStore.set({ ...answerStore.get(), ...part })
}

function show(rows: AnswerRow[]) {
  update({ rows })
}

function set(rows: AnswerRow[]) {
  show(rows)
  storing = storing.then(store)
}

/** What could not be stored is tried again with the next change. */
async function store(stored: AnswerRow[]): Promise<AnswerRow[]> {
  const { rows } = answerStore.get()
  if (rows === stored) return stored
  const isStored = await storeAnswers(stored, rows)
  if (isStored !== answerStore.get().isStored) update({ isStored })
  return isStored ? rows : stored
}

function change(key: string, to: (row: AnswerRow) => AnswerRow, put = set) {
  put(answerStore.get().rows.map((row) => (row.key === key ? to(row) : row)))
}

async function add(files: File[]) {
  const known = new Set(answerStore.get().rows.map(({ key }) => key))
  const fresh = files.filter((file) => {
    const isNew = !known.has(keyOf(file))
    known.add(keyOf(file))
    return isNew
  })
  const added = fresh.map(newRow)
  set([...answerStore.get().rows, ...added])
  await lookUp(added.filter(({ state }) => state === 'matching').map(({ key }) => key))
}

async function lookUp(keys: string[], stored = new Map<string, StoredAnswer>()) {
  for (const key of keys) change(key, (row) => ({ ...row, state: 'matching', fault: '' }))
  for (let at = 0; at < keys.length; at += NAMES_AT_ONCE) {
    const some = answerStore.get().rows.filter((row) => keys.slice(at, at + NAMES_AT_ONCE).includes(row.key))
    if (some.length === 0) continue
    const found = await askFor(some.map(({ file }) => file.name.slice(-300)))
    for (const [index, { key }] of some.entries()) {
      change(key, (row) =>
        restored(
          'sentence' in found
            ? { ...row, state: 'ready', fault: found.sentence }
            : matched(row, found.candidates[index] ?? [], answerStore.get().rows),
          stored.get(key),
        ),
      )
    }
  }
}

async function askFor(names: string[]): Promise<{ candidates: AnswerCandidate[][] } | { sentence: string }> {
  try {
    const { matches } = await callAdmin((api) => api['answer-matches'].$post({ json: { names } }))
    return { candidates: matches.map(({ candidates }) => candidates) }
  } catch (error) {
    const { status, message } = asCallError(error)
    return { sentence: status === 0 ? NOT_MATCHED : message }
  }
}

/** One after another; a failure keeps its reason and can be sent again. */
async function attach() {
  if (answerStore.get().sending) return
  const abort = new AbortController()
  update({ sending: abort })
  const keys = toAttach(answerStore.get().rows).map(({ key }) => key)
  for (const key of keys) change(key, (row) => ({ ...row, state: 'waiting', fault: '', sent: 0 }))
  for (const key of keys) {
    if (abort.signal.aborted) break
    await attachOne(key, abort.signal)
  }
  update({ sending: null })
  set(
    answerStore
      .get()
      .rows.map((row) =>
        row.state === 'waiting' || row.state === 'sending' ? { ...row, state: 'ready' } : row,
      ),
  )
  const ours = answerStore.get().rows.filter(({ key }) => keys.includes(key))
  const attached = ours.filter(({ state }) => state === 'attached').length
  const failed = ours.filter(({ fault }) => fault !== '').length
  if (attached > 0) toastSuccess(`Answers attached to ${attached} ${attached === 1 ? 'paper' : 'papers'}`)
  if (failed > 0) toastFailure(`${failed} ${failed === 1 ? 'file' : 'files'} could not be attached`)
}

async function attachOne(key: string, signal: AbortSignal) {
  const { rows } = answerStore.get()
  const row = rows.find((one) => one.key === key)
  if (!row?.paper) return
  const rival = rivalOf(row, rows)
  if (rival?.state === 'attached' && row.paper.version !== rival.paper?.version) {
    return change(key, (one) => ({
      ...one,
      state: 'ready',
      ticked: false,
      paper: rival.paper,
      fault: `The paper has just got its answers from “${rival.file.name}”.`,
    }))
  }
  change(key, (one) => ({ ...one, state: 'sending' }))
  try {
    const paper = await sendPart(row.paper, 'answers', row.file, {
      signal,
      onProgress: (sent, total) =>
        change(key, (one) => ({ ...one, sent: total > 0 ? sent / total : 0 }), show),
    })
    change(key, (one) => ({ ...one, state: 'attached', paper, sent: 1 }))
  } catch (error) {
    change(key, (one) => notAttached(one, asCallError(error)))
  }
}
