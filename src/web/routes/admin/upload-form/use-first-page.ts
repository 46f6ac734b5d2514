import { useEffect, useRef, useState } from 'react'
import type { Hints } from '#domain/autofill/hints.ts'
import { asCallError } from '../client/call-error.ts'
import { namedUpload, type SendOptions, sendFiles, uploadOf } from '../client/send-files.ts'
import { checkPdf, type Fault, hintsOfName } from '../files/check-file.ts'

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
export function useFirstPage(tell: (hints: Hints) => void, refuse: (fault: Fault) => void) {
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
