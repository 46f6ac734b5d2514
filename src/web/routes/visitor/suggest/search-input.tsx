import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { SEARCH_TEXT_LIMIT } from '#domain/paper/filters.ts'
import type { SuggestionsProps } from './suggestions.tsx'

type Own = ComponentProps<'input'> & {
  /** What is offered while typing: only lists where the papers found stand below the field anyway. */
  suggests?: 'everything' | 'lists' | 'nothing'
  /** A suggestion was followed: what was typed asks for nothing any more. */
  onFollowed?: () => void
}

/**
 * The field of every search for papers, as the lists read it; its words and its looks are the form's. What it suggests
 * comes with the first focus, so that no page waits for it, and the field works before and without.
 */
export function SearchInput({ suggests = 'everything', onFollowed, ref, ...own }: Own) {
  const field = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const searched = useRef('')

  async function prepare() {
    if (suggests === 'nothing' || Suggestions) return
    // A line that fails here fails only this: the next focus tries again.
    const loaded = await import('./suggestions.tsx').catch(() => null)
    if (loaded) setSuggestions(() => loaded.Suggestions)
  }

  // Whoever was quicker than our JavaScript is typing already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came before the first moment was missed.
  useEffect(() => {
    if (document.activeElement === field.current) void prepare()
  }, [])

  // Suggestions that come after it would open over what was found.
  useEffect(() => {
    const { form } = field.current ?? {}
    const keep = () => {
      searched.current = field.current?.value ?? ''
    }
    form?.addEventListener('submit', keep)
    return () => form?.removeEventListener('submit', keep)
  }, [])

  return (
    <>
      <input
        type="search"
        name="q"
        maxLength={SEARCH_TEXT_LIMIT}
        enterKeyHint="search"
        autoComplete="off"
        {...own}
        ref={(input) => {
          field.current = input
          if (typeof ref === 'function') ref(input)
          else if (ref) ref.current = input
        }}
        onFocus={(event) => {
          own.onFocus?.(event)
          void prepare()
        }}
      />
      {Suggestions && field.current && (
        <Suggestions
          field={field.current}
          searched={searched.current}
          onlyLists={suggests === 'lists'}
          onFollowed={onFollowed}
        />
      )}
    </>
  )
}
