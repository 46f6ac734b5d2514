import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import './suggest.css'
import { type MouseEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import type { Suggestion } from '#domain/search/finding/suggest.server.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type Asking, marksIn, nextOption, startAsking } from './ask-suggestions.ts'

const HEADINGS: Record<Suggestion['kind'], ((m: Messages) => string) | null> = {
  papers: (m) => m.suggest_lists(),
  paper: (m) => m.suggest_papers(),
  search: null,
}

type Shown = {
  id: string
  suggestions: Suggestion[]
  typed: string
  active: number
  onFollow: (event: MouseEvent) => void
}

function SuggestionGroups({ id, suggestions, typed, active, onFollow }: Shown) {
  const m = useMessages()
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const options = suggestions.map((suggestion, at) => ({ suggestion, at }))
    const rows = options
      .filter(({ suggestion }) => suggestion.kind === kind)
      .map(({ suggestion, at }) => (
        <Option
          key={suggestion.path}
          id={`${id}-${at}`}
          suggestion={suggestion}
          typed={typed}
          isActive={at === active}
          onFollow={onFollow}
        />
      ))
    const heading = HEADINGS[kind]
    if (heading === null) return rows
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
      <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className="suggestion-group">
        <div id={`${id}-${kind}`} role="presentation" className="suggestion-heading">
          {heading(m)}
        </div>
        {rows}
      </div>
    )
  })
}

function Option({
  id,
  suggestion: { kind, label, detail, path },
  typed,
  isActive,
  onFollow,
}: {
  id: string
  suggestion: Suggestion
  typed: string
  isActive: boolean
  onFollow: (event: MouseEvent) => void
}) {
  const langOf = useTextLang()
  return (
    <Link
      id={id}
      to={path}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      draggable={false}
      className="suggestion"
      data-kind={kind}
      onClick={onFollow}
    >
      {kind === 'search' && <Icon name="search" size={18} />}
      <span className="suggestion-label" lang={langOf(label)}>
        {marksIn(label, kind === 'search' ? '' : typed).map(({ text, isTyped }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name.
          isTyped ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </span>{' '}
      {detail !== '' && <span className="flex-none text-quiet text-[0.875rem]">{detail}</span>}
    </Link>
  )
}

const MARGIN_PX = 8

/** Limits the list's height: a phone's keyboard covers the window without resizing it. Returns the cleanup. */
function limitToViewport(list: HTMLElement): () => void {
  const seen = window.visualViewport
  const measure = () => {
    const bottom = seen ? seen.offsetTop + seen.height : window.innerHeight
    const room = bottom - list.getBoundingClientRect().top - MARGIN_PX
    list.style.setProperty('--room', `${Math.floor(room)}px`)
  }
  measure()
  const end = new AbortController()
  for (const target of [seen, window])
    for (const event of ['resize', 'scroll'])
      target?.addEventListener(event, measure, { signal: end.signal, passive: true })
  return () => end.abort()
}

export type SuggestionsProps = {
  field: HTMLInputElement
  /** What was submitted before this module was loaded. */
  searched: string
  /** Only suggestions of lists, where results are shown below the field. */
  onlyLists: boolean
  onFollowed?: (() => void) | undefined
}

const SHORT_LIST = 3
const NONE = { suggestions: [] as Suggestion[], typed: '' }

/** A combobox with a listbox (WAI-ARIA APG): the focus stays in the field, and every option is a link. */
export function Suggestions({ field, searched, onlyLists, onFollowed }: SuggestionsProps) {
  const m = useMessages()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const asking = useRef<Asking>(undefined)
  const [{ suggestions, typed }, setShown] = useState(NONE)
  const [active, setActive] = useState(-1)
  const isOpen = suggestions.length > 0
  const { pathname } = useLocation()

  const show = useEffectEvent((found: Suggestion[], about: string) => {
    const offered = onlyLists ? found.filter(({ kind }) => kind === 'papers').slice(0, SHORT_LIST) : found
    setShown({ suggestions: document.activeElement === field ? offered : [], typed: about })
    setActive(-1)
  })

  function ask() {
    asking.current?.ask(field.value)
  }

  function close() {
    asking.current?.stop()
    setShown(NONE)
    setActive(-1)
  }

  const hear = useEffectEvent((event: Event) => {
    if (event.type === 'blur' || event.type === 'submit') return close()
    setActive(-1)
    if (!isUnfinished(event)) ask()
  })

  const press = useEffectEvent((event: KeyboardEvent) => {
    // An input method needs these keys while composing; some send keyCode 229 instead of `isComposing`.
    if (event.isComposing || event.keyCode === 229) return
    if (act(event)) event.preventDefault()
  })

  function act(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return false
    if (event.key === 'Escape') return pressEscape()
    if (!isOpen) {
      const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (opens && field.value.trim() !== '') ask()
      return opens
    }
    if (event.altKey) {
      if (event.key === 'ArrowUp') close()
      return event.key === 'ArrowUp'
    }
    if (event.key === 'Enter') {
      if (active >= 0) list.current?.querySelectorAll<HTMLElement>('[role=option]')[active]?.click()
      return active >= 0
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setActive(-1)
    const next = nextOption(event.key, active, suggestions.length)
    if (next === undefined) return false
    setActive(next)
    return true
  }

  /** Escape closes the list, then empties the field; in an empty field it bubbles. */
  function pressEscape(): boolean {
    if (isOpen) close()
    else if (field.value === '') return false
    else {
      asking.current?.stop()
      field.value = ''
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return true
  }

  function follow(event: MouseEvent) {
    // Opened in another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    close()
    field.value = ''
    onFollowed?.()
    // The phone's keyboard would cover half of the next page.
    field.blur()
  }

  // Before the next effect, which may ask already. Only another path: filters change the address while typing.
  const leave = useEffectEvent(close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what changed.
  useLayoutEffect(() => leave(), [pathname])

  /** What was typed while this module was loading, unless it has been searched for already. */
  const begin = useEffectEvent(() => {
    if (![field.defaultValue, searched].includes(field.value)) ask()
  })

  // Before the field is a combobox: one that says so hears what is typed, and when an input method composes.
  useLayoutEffect(() => {
    asking.current = startAsking(show)
    const end = new AbortController()
    const on = { signal: end.signal }
    field.addEventListener('keydown', press, on)
    for (const event of ['input', 'compositionend', 'blur']) field.addEventListener(event, hear, on)
    field.form?.addEventListener('submit', hear, on)
    begin()
    return () => {
      asking.current?.stop()
      end.abort()
    }
  }, [field])

  useLayoutEffect(() => {
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', `${id}-list`)
    field.setAttribute('aria-expanded', String(isOpen))
    if (active >= 0) field.setAttribute('aria-activedescendant', `${id}-${active}`)
    else field.removeAttribute('aria-activedescendant')
  })

  useLayoutEffect(() => (isOpen && list.current ? limitToViewport(list.current) : undefined), [isOpen])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <>
      {/* A press in the list must not take the focus, and the phone's keyboard with it, from the field. */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={m.suggest_label()}
        className="suggestions"
        data-short={onlyLists || undefined}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        <SuggestionGroups id={id} suggestions={suggestions} typed={typed} active={active} onFollow={follow} />
      </div>
      <span role="status" className="sr-only">
        {isOpen && m.suggest_count({ count: suggestions.length })}
      </span>
    </>
  )
}

/** Phones compose every word, with their choices above the keys; on a desktop an IME's window covers the list. */
function isUnfinished(event: Event) {
  return event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches
}
