import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { ChaptersError, type ChapterTable, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { readSyllabusChanges } from '#domain/questions/chapters/syllabus-changes.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { SynonymsError } from '#domain/search/understanding/synonyms-file.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { ConfigError } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'

/** Both files of words at the project's root; throws ConfigError when one is missing or a line of it is wrong. */
export function readVocabulary(): Vocabulary {
  try {
    return readSynonyms(readWords('synonyms.txt'), SPELLINGS, readWords('school-terms.txt'))
  } catch (error) {
    if (error instanceof SynonymsError) throw new ConfigError(error.message)
    throw new ConfigError(`The words of searches cannot be read: ${(error as Error).message}`)
  }
}

/** What tells the chapter of a question, and what has gone of a syllabus, at the project's root; throws ConfigError when a
 * file is missing or a line is wrong. */
export function readChapterTable(): ChapterTable {
  try {
    const table = readChapters(readWords('chapters.txt'))
    return { ...table, changes: readSyllabusChanges(readWords('syllabus-changes.txt'), table) }
  } catch (error) {
    if (error instanceof ChaptersError) throw new ConfigError(error.message)
    throw new ConfigError(`The words of chapters cannot be read: ${(error as Error).message}`)
  }
}

function readWords(name: string) {
  return readFileSync(join(PROJECT_ROOT, name), 'utf8')
}
