import type { PaperRow, ReadDatabase } from '#database/schema.ts'
import { fullTitle } from '../language/labels.ts'
import { type Grade, MONTHS, type Month, type Paper, type PaperType, type Subject } from '../paper/paper.ts'
import { APART_NAMES, type ApartName, apartOf } from '../paper/variant.ts'

const SHOWN = [
  'papers.id',
  'papers.title',
  'papers.fileKey',
  'papers.thumbnailKey',
  'papers.answersKey',
  'papers.referenceLink',
  'papers.type',
  'papers.grade',
  'papers.subject',
  'papers.month',
  'papers.year',
  'papers.views',
  'papers.pages',
  'papers.isSample',
  ...APART_NAMES.map((name) => `papers.${name}` as const),
  'storedFiles.size',
  'papers.position',
  'papers.createdAt',
  'papers.updatedAt',
] as const

export function selectPaper(readDb: ReadDatabase) {
  return readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .select(SHOWN)
}

type ShownRow = Pick<PaperRow, 'id' | 'title' | 'fileKey' | 'thumbnailKey' | 'answersKey' | 'referenceLink'> &
  Pick<PaperRow, 'type' | 'grade' | 'subject' | 'month' | 'year' | 'views' | 'pages' | 'isSample' | ApartName>

export function toPaper(row: ShownRow & { size: number }): Paper {
  return {
    id: row.id,
    title: row.title,
    link: fileAddress(row.fileKey),
    thumbnail: row.thumbnailKey ? fileAddress(row.thumbnailKey) : null,
    referenceLink: row.answersKey ? fileAddress(row.answersKey) : row.referenceLink,
    type: row.type as PaperType,
    grade: row.grade as Grade,
    subject: row.subject as Subject,
    month: MONTHS[row.month - 1] as Paper['month'],
    year: row.year,
    views: row.views,
    pages: row.pages,
    size: row.size,
    sample: row.isSample === 1,
    ...apartOf(row),
  }
}

type TitledRow = Pick<PaperRow, 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'>

/** `fullTitle` of a row: for the journal and the names of files, which stand under no heading. */
export function fullTitleOf(row: TitledRow, between?: string): string {
  const { title, year } = row
  const [type, grade, subject] = [row.type as PaperType, row.grade as Grade, row.subject as Subject]
  return fullTitle({ title, type, grade, subject, month: MONTHS[row.month - 1] as Month, year }, between)
}

function fileAddress(key: string) {
  return `/files/${key}`
}
