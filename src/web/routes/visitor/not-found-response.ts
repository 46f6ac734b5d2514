import { data } from 'react-router'
import type { Refusal } from '#web/ui/failed-page.tsx'

/** A 404 with a sentence and links to what there is. */
export function notFoundResponse(sentence: string, offers: Refusal['offers'] = 'all lists') {
  return data<Refusal>({ sentence, offers }, { status: 404, statusText: 'Not Found' })
}

/** At most 40 characters, without control characters. */
export function shortOf(text: string): string {
  const letters = [...text.replace(/\p{Cc}+/gu, ' ')]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : letters.join('')
}
