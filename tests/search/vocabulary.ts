import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { type Circumstances, understandQuery } from '#domain/search/understanding/understand.ts'

/** The project's own synonyms. */
export const vocabulary = readSynonyms(readFileSync(join(import.meta.dirname, '../../synonyms.txt'), 'utf8'))

const now = new Date('2026-11-21T06:00:00Z')

/** What a search asks for, in short: "type=cbse grade=12 | half yearly". */
export function understood(text: string, more: Circumstances = {}): string {
  const { parts, terms } = understandQuery(text, vocabulary, { now, ...more })
  const facets = parts.map(({ facet, value }) => `${facet}=${value}`)
  return [facets.join(' '), ...terms.map(({ typed }) => typed)].filter(Boolean).join(' | ')
}
