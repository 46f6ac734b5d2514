import type { Paper } from '#domain/paper/paper.ts'
import { VARIANT_FIELD_NAMES } from '#domain/paper/paper-fields.ts'
import type { FoundPaper } from '#domain/search/finding/find.server.ts'

const FIELDS = [
  'id',
  'title',
  'link',
  'thumbnail',
  'referenceLink',
  'type',
  'grade',
  'subject',
  'month',
  'year',
  'views',
  'pages',
  'size',
  'sample',
  ...VARIANT_FIELD_NAMES,
] as const satisfies (keyof Paper)[]

const FURTHER = ['inside', 'sets', 'asked', 'changed'] as const satisfies (keyof FoundPaper)[]

export type PaperDto = (FoundPaper[(typeof FIELDS)[number] | (typeof FURTHER)[number]] | null)[]

/** Without the names of the fields, which a page of papers would carry once for each. */
export function packPaper(paper: FoundPaper): PaperDto {
  const thumbnail = paper.thumbnail && shorten(paper.thumbnail, paper.link)
  const packed: PaperDto = FIELDS.map((field) => (field === 'thumbnail' ? thumbnail : paper[field]))
  const last = FURTHER.findLastIndex((field) => paper[field] !== undefined)
  packed.push(...FURTHER.slice(0, last + 1).map((field) => paper[field] ?? null))
  originals.set(packed, paper)
  return packed
}

/** The server renders what it packs. */
const originals = new WeakMap<PaperDto, FoundPaper>()

export function unpackPaper(values: PaperDto): FoundPaper {
  return originals.get(values) ?? unpackValues(values)
}

function unpackValues(values: PaperDto): FoundPaper {
  const fields: Record<string, unknown> = {}
  for (let at = 0; at < FIELDS.length; at++) fields[FIELDS[at] as string] = values[at]
  const paper = fields as Paper
  if (paper.thumbnail) paper.thumbnail = lengthen(paper.thumbnail, paper.link)
  for (const [at, field] of FURTHER.entries()) {
    const value = values[FIELDS.length + at]
    if (value !== undefined && value !== null) fields[field] = value
  }
  return paper
}

const FOLDER = '/files/thumbnail/'

/** A picture's name mostly begins as its paper's does: "12:22abcd.webp" shares twelve letters with it. */
function shorten(thumbnail: string, link: string): string {
  if (!thumbnail.startsWith(FOLDER)) return thumbnail
  const [name, file] = [thumbnail.slice(FOLDER.length), nameOf(link)]
  let shared = 0
  while (shared < name.length && name[shared] === file[shared]) shared += 1
  return `${shared}:${name.slice(shared)}`
}

function lengthen(short: string, link: string): string {
  const colon = short.indexOf(':')
  if (short.startsWith('/')) return short
  return FOLDER + nameOf(link).slice(0, Number(short.slice(0, colon))) + short.slice(colon + 1)
}

function nameOf(link: string) {
  return link.slice(link.lastIndexOf('/') + 1)
}
