import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { keyName } from '#domain/files/file-key.ts'
import { searchTerms } from '#domain/search/understanding/query.ts'
import { selectPublishedAt } from '../lists/desk-paper-store.server.ts'
import { ALL_SUBJECTS, findDegree, serialOf } from '../paper/paper.ts'
import { type AnswerName, readAnswerName } from './answer-name.ts'
import { type AnswerCandidate, rankPapers } from './match-answers.ts'
import { selectSerialsByKeyNames } from './match-store.server.ts'

const LOOKED_AT = 30

type Desk = Pick<App, 'readDb' | 'lists' | 'search' | 'clock'>

/** For each file name, the published papers whose answers it may hold, at most five, best first. */
export async function matchAnswers(
  app: Desk,
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

async function findByWords({ search, readDb }: Desk, text: string): Promise<number[]> {
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
async function findByFields({ readDb, lists }: Desk, { hints }: AnswerName): Promise<number[]> {
  const degree = hints.degree && findDegree(hints.degree.value)
  const subject = hints.subject?.value === ALL_SUBJECTS ? undefined : hints.subject?.value
  const year = hints.year?.value
  if ([degree, subject, year].filter(Boolean).length < 2) return []
  const filter = { type: degree?.type, grade: degree?.grade, subject, year }
  return await lists.newest(readDb, { filter }, { offset: 0, limit: LOOKED_AT })
}
