import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { SEARCH_TEXT_LIMIT } from '#domain/catalogue/filter.ts'
import { useShowList } from './use-show-list.ts'

const TYPING_PAUSE_MS = 300

/** The search of a list: filters ride along, the page number does not, so that a search begins on page 1. */
export function SearchBox({ q, kept }: { q: string; kept: Record<string, string | undefined> }) {
  const show = useShowList()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Back and forward bring another search into the address: the box follows, unless someone is typing in it.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(pause.current), [])

  function searchSoon() {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (form.current) show(form.current, { replace: true })
    }, TYPING_PAUSE_MS)
  }

  return (
    <Form
      ref={form}
      role="search"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        clearTimeout(pause.current)
        show(event.currentTarget)
      }}
    >
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2"
      />
      <input
        ref={input}
        className="input h-13 border-2 border-ink pr-27 pl-12 text-[1.1875rem] md:h-14"
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Search papers..."
        aria-label="Search papers"
        maxLength={SEARCH_TEXT_LIMIT}
        enterKeyHint="search"
        autoComplete="off"
        onInput={searchSoon}
      />
      <button
        type="submit"
        className="button absolute top-1 right-1 min-h-11 px-4 shadow-none md:top-1.5 md:right-1.5"
      >
        {navigation.state === 'loading' && <span className="spinner" aria-hidden="true" />}
        Search
      </button>
    </Form>
  )
}
