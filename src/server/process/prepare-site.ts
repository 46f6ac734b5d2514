import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#domain/app.ts'
import { findFaultOf, findLongTexts } from '#domain/centre/check-centre.ts'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { ChaptersError, type ChapterTable, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { readSyllabusChanges } from '#domain/questions/chapters/syllabus-changes.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { SynonymsError } from '#domain/search/understanding/synonyms-file.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { site } from '#site'
import { type Config, ConfigError } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'

/** Throws ConfigError, which names the field, when site.config.ts cannot be used. */
export function checkSite(): void {
  const fault = findFaultOf(site)
  if (fault) throw new ConfigError(fault)
}

/** A file from before the limits goes on working, and its texts are shown whole. */
export function warnOfLongTexts(log: Log): void {
  for (const { field, message } of findLongTexts(site))
    log.warn(
      { field },
      `site.config.ts: ${field} ${message}; it is shown as it is, and the admin area takes no longer one`,
    )
}

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

const OWN_NAMES = [
  /^(thervu\.db|(server|drawing|backup)\.lock)(-wal|-shm|-journal|-reserve)?$/,
  /^(auth-secret|server\.log|hosted-import\.(jsonl|txt)|files|inbox|tray|pages|quarantine|removed|uploads|drawing|unfinished-backup|backup-download|backup(-place)?\.json|centre)$/,
]

const MAYBE = { throwIfNoEntry: false } as const

/** Closes the data to the machine's other accounts, also after a restore with wider modes; logs what it cannot. */
export function restrictAccess(
  { dataDir, database, files }: Pick<Config, 'dataDir' | 'database' | 'files'>,
  log: Log,
): void {
  const sqlite = database.kind === 'sqlite' ? database.path : undefined
  const paths = [
    ...(sqlite ? ['', '-wal', '-shm', '-journal', '-reserve'].map((end) => `${sqlite}${end}`) : []),
    ...['auth-secret', 'server.log', 'inbox', 'pages', 'removed'].map((name) => join(dataDir, name)),
    ...(files.kind === 'disk' ? [files.dir] : []),
  ]
  if (readdirSync(dataDir).every((name) => OWN_NAMES.some((own) => own.test(name)))) paths.push(dataDir)
  for (const path of paths) {
    try {
      // A setting may name a folder in place of a database: it is somebody else's.
      if (path === sqlite && statSync(path, MAYBE)?.isDirectory()) continue
      makePrivate(path)
    } catch (error) {
      log.warn({ err: error }, 'other accounts of this machine may read what is kept here')
    }
  }
}

function makePrivate(path: string) {
  const stats = statSync(path, MAYBE)
  if (!stats || (stats.mode & 0o077) === 0) return
  chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
}
