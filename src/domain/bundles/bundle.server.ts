import type { App } from '#domain/app.ts'
import { isFileThere } from '#domain/files/read.server.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '../paper/facts.ts'
import type { Paper } from '../paper/paper.ts'
import { bundleFileNames } from './bundle-names.ts'
import { type BundleKind, PICK_LIMIT, tooMuchFor } from './picked.ts'
import { type PlacedPaper, selectPlacedByIds, selectPlacedBySerials } from './picked-store.server.ts'

/** The format. It comes last, so that no address ends in "-" or "_", which messengers leave out of the link. */
const VERSION = 'a'
const CODE = /^([A-Za-z0-9_-]{4,400})a$/
const SERIAL_LIMIT = 2 ** 32
const CHECK_BYTES = 2

/** Serial numbers as deltas with a checksum: nothing is stored; 3 papers take 9–17 characters, 50 take 70–200. */
export function packList(serials: readonly number[]): string {
  const bytes: number[] = []
  let before = 0
  for (const serial of serials) {
    const step = serial - before
    // Zigzag: forward steps become even numbers, backward ones odd.
    writeVarint(bytes, step < 0 ? -2 * step - 1 : 2 * step)
    before = serial
  }
  return toText([...checkOf(bytes), ...bytes]) + VERSION
}

/** In their order; null for anything that `packList` did not make. */
export function unpackList(code: string): number[] | null {
  const packed = CODE.exec(code)?.[1]
  const all = packed && fromText(packed)
  if (!all) return null
  const bytes = all.slice(CHECK_BYTES)
  if (checkOf(bytes).some((byte, at) => byte !== all[at])) return null
  const serials: number[] = []
  let before = 0
  for (let at = 0; at < bytes.length; ) {
    const read = readVarint(bytes, at)
    if (!read) return null
    const serial = before + (read.value % 2 === 0 ? read.value / 2 : -(read.value + 1) / 2)
    if (serial < 1 || serial >= SERIAL_LIMIT) return null
    serials.push(serial)
    before = serial
    at = read.end
  }
  const isList = serials.length > 0 && serials.length <= PICK_LIMIT && packList(serials) === code
  return isList && new Set(serials).size === serials.length ? serials : null
}

/** Seven bits a byte, lowest first; by division, since numbers may pass 2^32. */
function writeVarint(bytes: number[], value: number) {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function readVarint(bytes: number[], start: number) {
  let value = 0
  for (let at = start, weight = 1; weight < 2 ** 49; at++, weight *= 128) {
    const byte = bytes[at]
    if (byte === undefined) return null
    value += (byte % 128) * weight
    if (byte < 128) return { value, end: at + 1 }
  }
  return null
}

/** FNV-1a, folded to 16 bits: one mistyped link in 65,536 passes for another. */
function checkOf(bytes: number[]) {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  const folded = (hash >>> 16) ^ (hash & 0xffff)
  return [folded >> 8, folded & 0xff]
}

function toText(bytes: number[]) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromText(text: string) {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Array.from(bytes, (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

type ReadApp = Pick<App, 'readDb'>

type Picked = { papers: PlacedPaper[]; missing: string[] }

/** In the order of the ids, each once; binned papers are missing like those that never were. */
async function findPicked(app: ReadApp, ids: readonly string[]): Promise<Picked> {
  const asked = [...new Set(ids)]
  const found = new Map((await selectPlacedByIds(app.readDb, asked)).map((each) => [each.paper.id, each]))
  return {
    papers: asked.flatMap((id) => found.get(id) ?? []),
    missing: asked.filter((id) => !found.has(id)),
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
  const found = new Map(
    (await selectPlacedBySerials(app.readDb, serials)).map(({ serial, paper }) => [serial, paper]),
  )
  const papers = serials.flatMap((serial) => found.get(serial) ?? [])
  return { papers, gone: serials.length - papers.length }
}

export type BundledPaper = { paper: Paper; fileKey: string; name: string }
/** Why they cannot be one file, in the words of a language. */
export type TooMuch = { tooMuch: (m: Messages) => string }
export type Bundle = { papers: BundledPaper[]; missing: string[] }

/** In the order of the ids. Papers that are gone, or whose file is, are `missing`; null when none is left. */
export async function planBundle(
  app: Pick<App, 'readDb' | 'files' | 'log'>,
  kind: BundleKind,
  ids: readonly string[],
): Promise<Bundle | TooMuch | null> {
  const { papers: found, missing } = await findPicked(app, ids)
  const there = await Promise.all(found.map(({ fileKey, paper }) => isFileThere(app, fileKey, paper)))
  const placed = found.filter((_, at) => there[at])
  const lost = found.filter((_, at) => !there[at])
  for (const { fileKey } of lost)
    app.log.error({ key: fileKey }, 'a picked paper needs a file that is not there')
  if (placed.length === 0) return null
  const papers = placed.map(({ paper }) => paper)
  if (tooMuchFor(kind, papers, messagesOf('en'))) return { tooMuch: (m) => tooMuchFor(kind, papers, m) ?? '' }
  const names = bundleFileNames(papers)
  return {
    papers: placed.map(({ paper, fileKey }, at) => ({ paper, fileKey, name: names[at] ?? paper.id })),
    missing: [...missing, ...lost.map(({ paper }) => paper.id)],
  }
}

/** The text file beside the papers: the addresses of each one and of its answers, and what is missing. */
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
