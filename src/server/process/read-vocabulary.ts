import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { SynonymsError } from '#domain/search/understanding/synonyms-file.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { ConfigError } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'

const FILE = join(PROJECT_ROOT, 'synonyms.txt')

/** The synonyms file at the project's root; throws ConfigError when it is missing or a line of it is wrong. */
export function readVocabulary(): Vocabulary {
  try {
    return readSynonyms(readFileSync(FILE, 'utf8'))
  } catch (error) {
    if (error instanceof SynonymsError) throw new ConfigError(error.message)
    throw new ConfigError(`synonyms.txt cannot be read: ${(error as Error).message}`)
  }
}
