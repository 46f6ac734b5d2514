import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { keyName } from '#domain/files/file-key.ts'
import { DEGREES } from '#domain/paper/paper.ts'
import { searchTerms } from '#domain/search/understanding/query.ts'
import { selectPublishedAt } from '../lists/admin-paper-store.server.ts'
import { ALL_SUBJECTS, findDegree, serialOf } from '../paper/paper.ts'
import { type AnswerCandidate, type AnswerName, rankPapers, readAnswerName } from './match-answers.ts'

const LOOKED_AT = 30

type Needs = Pick<App, 'readDb' | 'lists' | 'search' | 'clock'>

/** For each file name, the published papers whose answers it may hold, at most five, best first. */
export async function matchAnswers(
  app: Needs,
  names: string[],
): Promise<{ name: string; candidates: AnswerCandidate[] }[]> {
  const matches = []
  for (const name of names) {
    const read = readAnswerName(name, app.clock.now())
    const found = await Promise.all([
      selectSerialsByKeyNames(app.readDb, read.keyNames, LOOKED_AT),
      findByWords(app, [...read.words].join(' ')),
      findByWords(app, read.code),
      findByFields(app, read),
    ])
    const papers = await selectPublishedAt(app.readDb, [...new Set(found.flat())])
    matches.push({ name, candidates: rankPapers(read, papers, keyName) })
    await yieldToEventLoop()
  }
  return matches
}

async function findByWords({ search, readDb }: Needs, text: string): Promise<number[]> {
  const words = searchTerms(text)
  if (words.length === 0) return []
  const terms = words.map((word) => ({ ways: [[word]] }))
  const hits = await search.match(readDb, { terms, filter: {} }, LOOKED_AT).catch((error: unknown) => {
    if (search.isBroken(error)) return []
    throw error
  })
  return hits.map(({ position }) => serialOf(position))
}

/** A class alone, or a year alone, is too many papers to say anything. */
async function findByFields({ readDb, lists }: Needs, { hints }: AnswerName): Promise<number[]> {
  const degree = hints.degree && findDegree(hints.degree.value)
  const subject = hints.subject?.value === ALL_SUBJECTS ? undefined : hints.subject?.value
  const year = hints.year?.value
  if ([degree, subject, year].filter(Boolean).length < 2) return []
  const filter = { type: degree?.type, grade: degree?.grade, subject, year }
  return await lists.newest(readDb, { filter }, { offset: 0, limit: LOOKED_AT })
}

/** In a key, "_" and the time follow the name; "`" is the character after "_". */
const AFTER_NAME = ['_', '`'] as const

/** Serial numbers of papers whose file was stored under one of these names, in any degree's folder. */
async function selectSerialsByKeyNames(
  readDb: ReadDatabase,
  keyNames: string[],
  limit: number,
): Promise<number[]> {
  if (keyNames.length === 0) return []
  const [from, to] = AFTER_NAME
  const starts = DEGREES.flatMap(({ slug }) => keyNames.map((name) => `${slug}/${name}`))
  const rows = await readDb
    .selectFrom('papers')
    .select('serial')
    .where((eb) =>
      eb.or(
        starts.map((start) =>
          eb.and([eb('fileKey', '>=', `${start}${from}`), eb('fileKey', '<', `${start}${to}`)]),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => row.serial)
}
