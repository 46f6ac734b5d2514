import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import type { Go } from './desk-address.ts'
import { askFor, type DeskAsk } from './desk-address.ts'

const DEBOUNCE_MS = 250

export function PaperSearch({ ask, go, busy }: { ask: DeskAsk; go: Go; busy: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(ask.q)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(ask.q)
  useSlash(input)

  // Back, forward and removed filters bring another search into the address: the field follows.
  useEffect(() => {
    if (ask.q === sent.current) return
    clearTimeout(pause.current)
    sent.current = ask.q
    setTyped(ask.q)
  }, [ask.q])
  useEffect(() => () => clearTimeout(pause.current), [])

  function search(text: string) {
    clearTimeout(pause.current)
    const q = text.trim()
    if (q === sent.current) return
    sent.current = q
    go((now) => askFor(now, { q }), { replace: true })
  }

  function change(text: string) {
    setTyped(text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => search(text), DEBOUNCE_MS)
  }

  return (
    <search>
      <form
        className="paper-search"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        {busy ? (
          <span className="spinner" aria-hidden="true" />
        ) : (
          <Search className="size-5" aria-hidden="true" />
        )}
        <input
          ref={input}
          type="search"
          className="input"
          aria-label="Search the uploaded papers"
          aria-keyshortcuts="/"
          placeholder="Title, class, year …"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={SEARCH_TEXT_LIMIT}
          value={typed}
          onChange={(event) => change(event.target.value)}
        />
        <span className="slash" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  )
}

/** "/" focuses the search, unless something is being typed or a dialog is open. */
function useSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      const busy = at.closest?.(
        'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]',
      )
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || busy) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [input])
}
