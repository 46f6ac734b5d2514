import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { type Circumstances, understandQuery } from '#domain/search/understanding/understand.ts'

const wordsIn = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')

/** The project's own synonyms and school terms. */
export const vocabulary = readSynonyms(wordsIn('synonyms.txt'), SPELLINGS, wordsIn('school-terms.txt'))

const now = new Date('2026-11-21T06:00:00Z')

/** What a search asks for, in short: "type=cbse grade=12 | half yearly". */
export function understood(text: string, more: Circumstances = {}): string {
  const { parts, terms } = understandQuery(text, vocabulary, { now, ...more })
  const facets = parts.map(({ facet, value }) => `${facet}=${value}`)
  return [facets.join(' '), ...terms.map(({ typed }) => typed)].filter(Boolean).join(' | ')
}
