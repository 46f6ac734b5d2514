import type { ComponentProps } from 'react'
import { SEARCH_TEXT_LIMIT } from '#domain/catalogue/filter.ts'

/** The field of every search for papers, as the lists read it; its words and its looks are the form's. */
export function SearchInput(own: ComponentProps<'input'>) {
  return (
    <input
      type="search"
      name="q"
      maxLength={SEARCH_TEXT_LIMIT}
      enterKeyHint="search"
      autoComplete="off"
      {...own}
    />
  )
}
