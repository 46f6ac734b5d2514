import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useMessages } from '#web/language/use-messages.ts'
import { SearchButton } from '#web/routes/visitor/suggest/search-button.tsx'
import { SearchInput } from '#web/routes/visitor/suggest/search-input.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useShowList } from './use-show-list.ts'

const DEBOUNCE_MS = 300

type BoxProps = {
  q: string
  carried: Record<string, string | undefined>
  /** Questions have no suggestions. */
  ofQuestions?: boolean
}

/** Keeps the filters but not the page: a search begins on page 1. */
export function SearchBox({ q, carried, ofQuestions = false }: BoxProps) {
  const m = useMessages()
  const show = useShowList()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  const asked = useRef(q)

  // Back, forward and links bring another search into the address: the box follows.
  useEffect(() => {
    if (!input.current || q === asked.current) return
    clearTimeout(pause.current)
    asked.current = q
    input.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(pause.current), [])

  function search() {
    cancelPending()
    const typed = input.current?.value.trim() ?? ''
    if (!form.current || typed === asked.current) return
    // The first search adds a history entry; what is typed after it replaces that.
    const replace = asked.current !== ''
    asked.current = typed
    show(form.current, { name: 'q', replace })
  }

  function cancelPending() {
    clearTimeout(pause.current)
    pause.current = undefined
  }

  function searchDebounced() {
    clearTimeout(pause.current)
    // What is kept is searched on a page of its own, to which Enter leads where the worker answers.
    if (!navigator.onLine && navigator.serviceWorker?.controller) return
    pause.current = setTimeout(search, DEBOUNCE_MS)
  }

  return (
    <Form
      ref={form}
      role="search"
      className="list-search"
      data-follows
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      {Object.entries(carried).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <span className="max-md:hidden">
        <Icon name="search" size={20} />
      </span>
      <SearchInput
        ref={input}
        className="input"
        defaultValue={q}
        placeholder={ofQuestions ? m.questions_search_placeholder() : m.search_placeholder()}
        aria-label={ofQuestions ? m.questions_search_label() : m.search_label()}
        suggests={ofQuestions ? 'nothing' : 'lists'}
        onFollowed={cancelPending}
        onInput={searchDebounced}
        onBlur={() => pause.current !== undefined && search()}
      />
      <SearchButton busy={navigation.state === 'loading'} />
    </Form>
  )
}
