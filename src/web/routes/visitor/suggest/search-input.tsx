import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from 'react'
import { SEARCH_TEXT_LIMIT } from '#domain/search/search-limits.ts'
import type { SuggestionsProps } from './suggestions.tsx'

type Own = ComponentProps<'input'> & {
  /** Only lists where the papers found are below the field anyway. */
  suggests?: 'everything' | 'lists' | 'nothing'
  /** A suggestion was followed: what was typed must not start a search any more. */
  onFollowed?: () => void
}

/** The suggestions are loaded with the first focus: no page waits for them, and the field works without. */
export function SearchInput({ suggests = 'everything', onFollowed, ref, ...own }: Own) {
  const field = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>()
  const searched = useRef('')

  async function prepare() {
    if (suggests === 'nothing' || Suggestions) return
    // Where the connection fails, the next focus tries again.
    const loaded = await import('./suggestions.tsx').catch(() => null)
    if (loaded) setSuggestions(() => loaded.Suggestions)
  }

  // The user may be typing before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a focus before hydration was missed.
  useEffect(() => {
    if (document.activeElement === field.current) void prepare()
  }, [])

  // Suggestions loaded after the search would open over its results.
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
