import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { fileExists } from '#domain/files/read.server.ts'
import { cutToBytes, withoutForbidden } from '#domain/files/storable-name.ts'
import { typeLabel } from '#domain/language/labels.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import { paperPath } from '../paper/facts.ts'
import { ALL_SUBJECTS, type Paper, PREVIOUS_YEARS } from '../paper/paper.ts'
import { decodeNumbers, encodeNumbers, unzigzag, zigzag } from './encode-numbers.ts'
import { type BundleKind, bundleLimitExceeded, countPages, PICK_LIMIT, papersLabel } from './picked.ts'

/** The format. */
const VERSION = 'a'
const LONGEST = 401
const SERIAL_LIMIT = 2 ** 32

/** Serial numbers as deltas with a checksum: nothing is stored; 3 papers take 9–17 characters, 50 take 70–200. */
export function packList(serials: readonly number[]): string {
  return encodeNumbers(
    serials.map((serial, at) => zigzag(serial - (serials[at - 1] ?? 0))),
    VERSION,
  )
}

/** In their order; null for anything that `packList` did not make. */
export function unpackList(code: string): number[] | null {
  let before = 0
  const serials = decodeNumbers(code, VERSION, LONGEST)?.map((step) => {
    before += unzigzag(step)
    return before
  })
  if (!serials || serials.length === 0 || serials.length > PICK_LIMIT) return null
  if (serials.some((serial) => serial < 1 || serial >= SERIAL_LIMIT)) return null
  return new Set(serials).size === serials.length ? serials : null
}

type ReadApp = Pick<App, 'readDb'>

type Picked = { papers: PlacedPaper[]; missing: string[] }

/** By serial number; those that are gone are left out. */
export async function findBySerials(
  app: ReadApp,
  serials: readonly number[],
): Promise<Map<number, PlacedPaper>> {
  return new Map((await selectPlacedBySerials(app.readDb, serials)).map((each) => [each.serial, each]))
}

/** In the order of the ids, each once; binned papers are missing like those that never were. */
export async function findPicked(app: ReadApp, ids: readonly string[]): Promise<Picked> {
  const unique = [...new Set(ids)]
  const found = new Map((await selectPlacedByIds(app.readDb, unique)).map((each) => [each.paper.id, each]))
  return {
    papers: unique.flatMap((id) => found.get(id) ?? []),
    missing: unique.filter((id) => !found.has(id)),
  }
}

export async function pathOfList(
  app: ReadApp,
  ids: readonly string[],
): Promise<{ path: string; missing: string[] } | null> {
  const { papers, missing } = await findPicked(app, ids)
  if (papers.length === 0) return null
  return { path: `/list/${packList(papers.map(({ serial }) => serial))}`, missing }
}

/** The papers of a list in their order, and how many are gone; null when the code is none. */
export async function findListed(
  app: ReadApp,
  code: string,
): Promise<{ papers: Paper[]; gone: number } | null> {
  const serials = unpackList(code)
  if (!serials) return null
  const found = await findBySerials(app, serials)
  const papers = serials.flatMap((serial) => found.get(serial)?.paper ?? [])
  return { papers, gone: serials.length - papers.length }
}

/** `pages`: which of it alone, "1-3,7"; null for all. */
export type BundledPaper = { paper: Paper; fileKey: string; name: string; pages: string | null }
/** Why they cannot be one file, in the words of a language. */
export type TooMuch = { tooMuch: (m: Messages) => string }
/** Pages were asked for that a paper does not have. */
export type NoSuchPages = { noPages: (m: Messages) => string }
export type Bundle = { papers: BundledPaper[]; missing: string[] }

/**
 * In the order of the ids. Papers that are gone, or whose file is, are `missing`; null when none is left. `pages` are those of
 * each id, '' for all.
 */
export async function planBundle(
  app: Pick<App, 'readDb' | 'files' | 'log'>,
  kind: BundleKind,
  ids: readonly string[],
  pages: readonly string[] = [],
): Promise<Bundle | TooMuch | NoSuchPages | null> {
  const { papers: found, missing } = await findPicked(app, ids)
  const there = await Promise.all(found.map(({ fileKey, paper }) => fileExists(app, fileKey, paper)))
  const placed = found.filter((_, at) => there[at])
  const lost = found.filter((_, at) => !there[at])
  for (const { fileKey } of lost)
    app.log.error({ key: fileKey }, 'a picked paper needs a file that is not there')
  if (placed.length === 0) return null
  const papers = placed.map(({ paper }) => paper)
  const counted = papers.map(({ id }) => pages[ids.indexOf(id)] || null)
  const wrong = papers.find((paper, at) => counted[at] && countPages(counted[at], paper.pages) === null)
  if (wrong) return { noPages: (m) => m.part_rule({ pages: wrong.pages }) }
  const weights = papers.map(({ size, ...paper }, at) => ({
    size,
    pages: counted[at] ? (countPages(counted[at], paper.pages) ?? 0) : paper.pages,
  }))
  if (bundleLimitExceeded(kind, weights, messagesOf('en')))
    return { tooMuch: (m) => bundleLimitExceeded(kind, weights, m) ?? '' }
  const names = bundleFileNames(papers)
  return {
    papers: placed.map(({ paper, fileKey }, at) => ({
      ...{ paper, fileKey, name: names[at] ?? paper.id },
      pages: counted[at]?.replace(/\s+/g, '').replaceAll('–', '-') ?? null,
    })),
    missing: [...missing, ...lost.map(({ paper }) => paper.id)],
  }
}

/** The text file next to the papers: the addresses of each one and of its answers, and what is missing. */
export function listInWords({ papers, missing }: Bundle, siteName: string, origin: string): string {
  const lines = papers.flatMap(({ paper, name }, at) => [
    `${at + 1}. ${name}`,
    `   ${origin}${paperPath(paper)}`,
    ...(paper.referenceLink ? [`   Answers: ${new URL(paper.referenceLink, origin)}`] : []),
    '',
  ])
  const gone = missing.map((id) => `   ${origin}/papers/${id}`)
  return [
    `Question papers from ${siteName}, ${origin}`,
    '',
    ...lines,
    ...(gone.length > 0 ? ['No longer here, and so not in this file:', ...gone, ''] : []),
  ].join('\r\n')
}

type PlacedPaper = { paper: Paper; serial: number; fileKey: string }

async function selectPlacedByIds(readDb: ReadDatabase, ids: readonly string[]): Promise<PlacedPaper[]> {
  if (ids.length === 0) return []
  return await placePapers(
    readDb,
    await selectPlaces(readDb).where('id', 'in', bucketedValues(ids)).execute(),
  )
}

async function selectPlacedBySerials(
  readDb: ReadDatabase,
  serials: readonly number[],
): Promise<PlacedPaper[]> {
  if (serials.length === 0) return []
  const places = await selectPlaces(readDb).where('serial', 'in', bucketedValues(serials)).execute()
  return await placePapers(readDb, places)
}

function selectPlaces(readDb: ReadDatabase) {
  return readDb.selectFrom('papers').select(['serial', 'position', 'fileKey'])
}

async function placePapers(
  readDb: ReadDatabase,
  places: { serial: number; position: number; fileKey: string }[],
): Promise<PlacedPaper[]> {
  const papers = await selectPapersAt(
    readDb,
    places.map(({ position }) => position),
  )
  return places.flatMap(({ position, serial, fileKey }) => {
    const paper = papers.get(position)
    return paper ? [{ paper, serial, fileKey }] : []
  })
}

/** UTF-8 bytes without the ending; file systems allow 255 in all, and a folder's name may come before. */
const NAME_LIMIT = 200

type Named = Pick<Paper, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>

/** Unique even where case does not count: "Class 12 CBSE Physics March 2024 - Waves.pdf". */
export function bundleFileNames(papers: readonly Named[]): string[] {
  const taken = new Set<string>()
  return papers.map((paper) => {
    const facts = [degreeOf(paper), subjectOf(paper), paper.month, paper.year].filter(Boolean).join(' ')
    const whole = cutToBytes(withoutForbidden(`${facts} - ${paper.title}`), NAME_LIMIT)
    let name = whole
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${whole} (${copy})`
    taken.add(name.toLowerCase())
    return `${name}.pdf`
  })
}

export function bundleName(papers: readonly Named[]): string {
  const shared = (nameOf: (paper: Named) => string) => {
    const names = new Set(papers.map(nameOf))
    return names.size === 1 ? ([...names][0] ?? '') : ''
  }
  const what = [shared(degreeOf), shared(subjectOf)].filter(Boolean).join(' ')
  return [papersLabel(papers.length), what].filter(Boolean).join(', ')
}

function degreeOf({ type, grade }: Named) {
  const board = type === 'state' ? typeLabel(type) : type.toUpperCase()
  return grade === PREVIOUS_YEARS ? board : `Class ${grade} ${board}`
}

function subjectOf({ subject }: Named) {
  return subject === ALL_SUBJECTS ? '' : subject
}
