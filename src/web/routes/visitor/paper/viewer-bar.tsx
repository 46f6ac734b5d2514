import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '#web/language/use-messages.ts'
import { useIsSaved } from '../downloads/saved-ids.ts'

export type BarProps = {
  page: number
  pages: number
  /** Its id. */
  paper: string
  /** Null where it cannot be opened. */
  file: string | null
  weight: string
  scale: number
  isFull: boolean
  onGo: (page: number) => void
  onZoom: (by: number) => void
  onFull: () => void
  /** Whether there is a panel that saves the paper. */
  canSave: boolean
}

/** The panel's id: it opens without hydration. */
export const SAVE_PANEL = 'save-paper'

export function ViewerBar({
  page,
  pages,
  paper,
  file,
  weight,
  scale,
  isFull,
  onGo,
  onZoom,
  onFull,
  canSave,
}: BarProps) {
  const isKept = useIsSaved(paper)
  const m = useMessages()
  const [typed, setTyped] = useState<string | null>(null)
  const discardTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // What was typed before hydration would be overwritten.
    const field = input.current
    const focused = document.activeElement
    if (field && (field === focused || (field.form?.contains(focused) && field.value !== field.defaultValue)))
      setTyped(field.value)
  }, [])
  return (
    <div className="reading-bar">
      <form
        method="get"
        data-waits
        onFocus={() => clearTimeout(discardTimer.current)}
        onBlur={() => {
          // The Go button, pressed next, still needs it.
          discardTimer.current = setTimeout(() => setTyped(null), 200)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed?.trim()) onGo(Number(typed))
          setTyped(null)
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <label>
          <span className="page-word">{m.reader_page_word()}</span>{' '}
          <input
            ref={input}
            name="go"
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={4}
            autoComplete="off"
            aria-label={m.reader_go_to_label({ page, pages })}
            value={typed ?? page}
            onFocus={(event) => {
              // React tells of a focus before hydration afterwards: what has been typed since stays.
              if (typed !== null) return
              // A fixed value: typing must not be overwritten while the pages still scroll. Selected once it is in the field:
              // the change of a value takes its selection away, and what is typed next was next to it.
              flushSync(() => setTyped(String(page)))
              event.currentTarget.select()
            }}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={(event) => {
              // Nothing was typed: it follows the pages again, also while the focus is on the Go button.
              if (event.currentTarget.value === String(page)) setTyped(null)
            }}
          />{' '}
          {m.reader_of_pages({ pages })}
        </label>
        <button type="submit" className="go">
          {m.reader_go()}
        </button>
      </form>
      <div className="flex ml-auto">
        {isFull && (
          <>
            <Tool name={m.reader_zoom_out()} onPress={() => onZoom(1 / 1.5)} isOff={scale <= 1}>
              <path d="M5 12h14" />
            </Tool>
            <Tool name={m.reader_zoom_in()} onPress={() => onZoom(1.5)} isOff={scale >= 6}>
              <path d="M5 12h14M12 5v14" />
            </Tool>
          </>
        )}
        {file && (
          <a
            className="reading-tool"
            data-follows
            href={file}
            target="_blank"
            rel="noopener"
            aria-label={m.paper_view_label({ weight })}
            data-views={paper}
          >
            <Sign>
              <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />
            </Sign>
            <span className="file">{m.card_view()}</span>
          </a>
        )}
        {canSave && (
          <button
            type="button"
            className="reading-tool noscript:hidden"
            popoverTarget={SAVE_PANEL}
            aria-label={isKept ? m.offline_title() : m.offline_save()}
          >
            <Sign>
              <path d="M6 4h12v16l-6-4.5L6 20z" fill={isKept ? 'currentColor' : undefined} />
            </Sign>
            <span className="words">{isKept ? m.offline_saved_short() : m.offline_save_short()}</span>
          </button>
        )}
        <Tool
          name={isFull ? m.reader_close_full_screen() : m.reader_full_screen()}
          onPress={onFull}
          words={isFull ? m.reader_close() : m.reader_full_screen()}
        >
          {isFull ? <path d="M6 6l12 12M18 6L6 18" /> : <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />}
        </Tool>
      </div>
    </div>
  )
}

type ToolProps = { name: string; words?: string; isOff?: boolean; onPress: () => void; children: ReactNode }

function Tool({ name, words, isOff = false, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className="reading-tool noscript:hidden"
      aria-label={name}
      aria-disabled={isOff}
      onClick={() => isOff || onPress()}
    >
      <Sign>{children}</Sign>
      {words && <span className="words">{words}</span>}
    </button>
  )
}

function Sign({ children }: { children: ReactNode }) {
  return (
    <svg
      className="mark"
      viewBox="0 0 24 24"
      width="22"
      height="22"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      {children}
    </svg>
  )
}
