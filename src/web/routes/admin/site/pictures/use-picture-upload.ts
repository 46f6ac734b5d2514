import { useEffect, useRef, useState } from 'react'
import type { PictureUse } from '#domain/centre/pictures/site-picture.ts'
import { useAskBeforeLeaving } from '../../ask-before-leaving.ts'
import { asCallError } from '../../client/call-error.ts'
import type { Sending } from '../../files/upload-progress.tsx'
import { faultOfPicture, type Source, sendPicture } from './send-picture.ts'

/** `file` is what can be sent again without being chosen again. */
export type Failed = { sentence: string; file: File | null }

/** Refused for what they are, they would be refused again; a server that was busy may be quicker next time. */
const isFinal = (status: number, code: string) =>
  [409, 413, 422].includes(status) && !['took-too-long', 'interrupted'].includes(code)

/** Sends a chosen picture; `onSent` gets what is to be cropped. */
export function usePictureUpload(use: PictureUse, onSent: (source: Source) => void) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  useAskBeforeLeaving(sending !== null)
  const latest = useRef<AbortController>(undefined)
  // Sent for a part of a list that was taken away, it would be nobody's.
  useEffect(() => () => latest.current?.abort(), [])

  async function send(file: File) {
    const wrong = faultOfPicture(file)
    setFailed(wrong ? { sentence: wrong, file: null } : null)
    if (wrong) return
    const abort = new AbortController()
    latest.current = abort
    const cancel = () => abort.abort()
    setSending({ sent: 0, total: 0, isRetrying: false, cancel })
    try {
      const source = await sendPicture(file, use, {
        signal: abort.signal,
        saysItself: true,
        onRetrying: (isRetrying) => setSending({ sent: 0, total: 0, isRetrying, cancel }),
        onProgress: (sent, total) => setSending({ sent, total, isRetrying: false, cancel }),
      })
      onSent(source)
    } catch (error) {
      const { status, code, message } = asCallError(error)
      const sentence =
        code === 'stopped' ? 'Cancelled. Everything is as it was.' : status === 0 ? UNREACHED : message
      setFailed({ sentence, file: isFinal(status, code) ? null : file })
    } finally {
      setSending(null)
    }
  }

  return { sending, failed, send, fail: (sentence: string) => setFailed({ sentence, file: null }) }
}

const UNREACHED = 'The connection was lost while the picture was sent.'
