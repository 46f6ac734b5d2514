import './suggest.css'
import { type MouseEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { type Asking, startAsking } from './ask-suggestions.ts'
import { keepInSight } from './keep-in-sight.ts'
import { nextOption } from './next-option.ts'
import { SuggestionGroups } from './suggestion-groups.tsx'

export type SuggestionsProps = {
  field: HTMLInputElement
  /** What was searched for last, before this came. */
  searched: string
  /** Where the papers found stand below the field, the list stays out of their way. */
  onlyLists: boolean
  onFollowed?: (() => void) | undefined
}

const SHORT_LIST = 3
const NONE = { suggestions: [] as Suggestion[], typed: '' }

/**
 * The suggestions of a search field, as a combobox with a listbox (WAI-ARIA Authoring Practices): the focus stays in the
 * field, and every option is a link. The field is made a combobox as soon as it can suggest, and is a plain one before.
 */
export function Suggestions({ field, searched, onlyLists, onFollowed }: SuggestionsProps) {
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
    // These keys are the input method's own while it composes; 229 is what some of them send instead of saying so.
    if (event.isComposing || event.keyCode === 229) return
    if (act(event)) event.preventDefault()
  })

  /** Whether the key was for the list. */
  function act(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return false
    if (event.key === 'Escape') return stepBack()
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

  /** Escape closes the list, then empties the field; an empty field leaves it to whatever it stands in. */
  function stepBack(): boolean {
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
    // Opened in another tab: this one stays as it is.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    close()
    field.value = ''
    onFollowed?.()
    // A phone's keyboard would stay and cover half of where this leads.
    field.blur()
  }

  // Before the next, which may ask already. Another page came, by whatever way; a list that follows what is typed only changes what is asked of its own.
  const leave = useEffectEvent(close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what changed.
  useEffect(() => leave(), [pathname])

  /** Asks for what was typed while this was on its way, unless it has been searched for already. */
  const begin = useEffectEvent(() => {
    if (![field.defaultValue, searched].includes(field.value)) ask()
  })

  useEffect(() => {
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

  useLayoutEffect(() => (isOpen && list.current ? keepInSight(list.current) : undefined), [isOpen])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <>
      {/* A press in the list must not take the focus, and the phone's keyboard with it, away from the field. */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        className="suggestions"
        data-short={onlyLists || undefined}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        <SuggestionGroups id={id} suggestions={suggestions} typed={typed} active={active} onFollow={follow} />
      </div>
      <span role="status" className="sr-only">
        {isOpen && `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
    </>
  )
}

/**
 * Whether an input method is still putting a word together. A phone's keyboard composes every word and shows its own
 * choices above its keys, so there the letters count as they come; a window of choices on a desk stands where the list
 * would.
 */
function isUnfinished(event: Event) {
  return event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches
}
