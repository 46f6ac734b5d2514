import { useRef, useState } from 'react'
import { sizeLabel } from '#domain/language/formats.ts'
import type { SendOptions } from '../client/send-files.ts'

type Sending = { sent: number; total: number; isRetrying: boolean; cancel: () => void }

export function UploadProgress({ sent, total, isRetrying, cancel }: Sending) {
  const arrived = total > 0 && sent >= total
  return (
    <div className="flex flex-wrap items-center gap-4" aria-live="polite">
      <div className="min-w-52 flex-1">
        <p className="mb-1 text-sm">
          {isRetrying
            ? 'Trying again …'
            : arrived
              ? 'Sent. The server is looking at the file …'
              : total > 0
                ? `${sizeLabel(sent)} of ${sizeLabel(total)} sent`
                : 'Beginning …'}
        </p>
        <progress className="meter" aria-label="Upload" max={total || 1} value={arrived ? undefined : sent} />
      </div>
      <button type="button" className="button button-line" onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}

type Told = SendOptions & Required<Pick<SendOptions, 'onProgress'>>

/** What is being sent, as `UploadProgress` shows it; `follow` gives the options by which `sendFiles` tells of it. */
export function useSending() {
  const [sending, setSending] = useState<Sending | null>(null)
  const latest = useRef<AbortController>(undefined)
  async function follow<Given>(send: (options: Told) => Promise<Given>, onCancel = () => {}): Promise<Given> {
    const abort = new AbortController()
    latest.current = abort
    const cancel = () => {
      onCancel()
      abort.abort()
    }
    const show = (sent: number, total: number, isRetrying = false) =>
      setSending({ sent, total, isRetrying, cancel })
    show(0, 0)
    try {
      return await send({
        signal: abort.signal,
        saysItself: true,
        onRetrying: (isRetrying) => show(0, 0, isRetrying),
        onProgress: (sent, total) => show(sent, total),
      })
    } finally {
      setSending(null)
    }
  }
  return { sending, follow, stop: () => latest.current?.abort() }
}

type WithoutScriptsProps = { name: 'Publish' | 'Replace'; onChoose: () => void }

/** Offered when a PDF was refused for its scripts. */
export function WithoutScripts({ name, onChoose }: WithoutScriptsProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" className="button button-line" onClick={onChoose}>
        {name} without its scripts
      </button>
      <p className="text-quiet text-sm">{WHAT_GOES}</p>
    </div>
  )
}

export const WHAT_GOES =
  'The PDF is saved again without scripts and other active content. Its pages and what is typed into them stay.'

type PrintLockProps = { file?: string; isUnlocked: boolean; onChange: (isUnlocked: boolean) => void }

/** Says that a PDF forbids printing, and offers to store it without that. `file` names it where there are several. */
export function PrintLock({ file, isUnlocked, onChange }: PrintLockProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>Printing is locked in this file; who downloads it may not be able to print it.</span>
      <label className="inline-flex items-center gap-2 min-h-10 font-semibold" title={WHAT_CHANGES}>
        <input
          type="checkbox"
          className="size-5"
          aria-label={file && `Store it unlocked: ${file}`}
          checked={isUnlocked}
          onChange={(event) => onChange(event.target.checked)}
        />
        Store it unlocked
      </label>
    </span>
  )
}

const WHAT_CHANGES = 'The PDF is written again without its lock; its pages stay as they are.'
