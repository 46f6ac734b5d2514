import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Messages } from '#domain/language/messages.ts'
import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Mark } from '#web/ui/mark.tsx'
import { marksIn } from './marks-in.ts'

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

export function SuggestionGroups({ id, suggestions, typed, active, onFollow }: Shown) {
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
      {kind === 'search' && <Mark name="search" size={18} />}
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
