import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import type { AnswerRow } from './answer-rows.ts'

/** What a reload must not lose of a row. */
export type KeptAnswer = Pick<AnswerRow, 'key' | 'file' | 'paper' | 'sure' | 'ticked'> & { place: number }

interface Kept extends DBSchema {
  answers: { key: string; value: KeptAnswer }
}

let opened: Promise<IDBPDatabase<Kept> | null> | undefined

/** Null where the browser stores nothing: a private window, or a full disk. */
function open() {
  opened ??= openDB<Kept>('desk-answers', 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: 'key' })
    },
    terminated() {
      opened = undefined
    },
  }).catch(() => null)
  return opened
}

export async function readAnswers(): Promise<KeptAnswer[]> {
  const kept = (await (await open())?.getAll('answers').catch(() => [])) ?? []
  return kept.sort((one, other) => one.place - other.place)
}

/** Writes changed rows and deletes those removed, attached or unusable; false when it failed. */
export async function keepAnswers(before: AnswerRow[], now: AnswerRow[]): Promise<boolean> {
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
export async function forgetAnswers(): Promise<void> {
  await (await open())?.clear('answers')
}
