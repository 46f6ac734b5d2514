import { LRUCache } from 'lru-cache'
import type { Database, PaperRow, ReadDatabase } from '#database/schema.ts'
import type { App } from './app.ts'
import { bucketedValues } from './bucketed-values.ts'
import { catchUp } from './catch-up.server.ts'
import { paperPath } from './paper/facts.ts'
import {
  type Grade,
  MONTHS,
  type Month,
  type Paper,
  type PaperType,
  type SetOfExam,
  type Subject,
} from './paper/paper.ts'
import { describeVariantFields, VARIANT_FIELD_NAMES, type VariantFieldName } from './paper/paper-fields.ts'
import { readVariant, writeVariant } from './paper/variant.ts'
import { setCodesIn, setOfCode } from './search/words/set-code.ts'

/** An exam has three to five sets; what has more is none. The same number is in the triggers that fold them. */
const MOST_SETS = 12
/** Some 500 bytes each. */
const CACHE_SIZE = 5_000

type Needs = Pick<App, 'readDb' | 'versions'>
/** By paper; empty for one that is no set, or whose exam has no other. */
type KnownSets = LRUCache<string, SetOfExam[]>

/** Looking for them at each page would take a third of what Practice takes. */
const kept = new WeakMap<App['readDb'], { content: number; sets: KnownSets }>()

/** The papers with `sets`, all sets of its exam, where there are two or more. Asks the database once for each paper
 * until something is changed. */
export async function withSets<Shown extends Paper>(
  app: Needs,
  papers: Shown[],
): Promise<(Shown & { sets?: SetOfExam[] })[]> {
  const known = knownSets(app)
  const unknown = papers.filter(({ id }) => !known.has(id))
  if (unknown.length > 0) await findSets(app, unknown, known)
  return papers.map((paper) => {
    const sets = known.get(paper.id) ?? []
    return sets.length > 0 ? { ...paper, sets } : paper
  })
}

function knownSets({ readDb, versions }: Needs): KnownSets {
  const { content } = versions(true)
  const last = kept.get(readDb)
  if (last?.content === content) return last.sets
  const sets: KnownSets = new LRUCache({ max: CACHE_SIZE })
  kept.set(readDb, { content, sets })
  return sets
}

async function findSets({ readDb }: Needs, papers: Paper[], known: KnownSets) {
  const ids = papers.map(({ id }) => id)
  const found = await selectSetsOf(readDb, ids)
  for (const id of ids) known.set(id, [])
  for (const same of Map.groupBy(found, ({ exam }) => exam).values()) {
    if (same.length < 2 || same.length > MOST_SETS) continue
    const sets = same.map(toSet)
    for (const { id } of same) known.set(id, sets)
  }
}

function toSet({ examSet, ...row }: SetRow): SetOfExam {
  const { type, grade, subject } = row as { type: PaperType; grade: Grade; subject: Subject }
  return {
    set: shownSet(examSet),
    path: paperPath({ ...row, type, grade, subject, month: MONTHS[row.month - 1] as Month }),
  }
}

const FILED = [
  'serial',
  'title',
  'type',
  'grade',
  'subject',
  'month',
  'year',
  ...VARIANT_FIELD_NAMES,
] as const

type UnfiledRow = Pick<PaperRow, (typeof FILED)[number]>
type SetRow = Pick<PaperRow, 'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'examSet'> & {
  exam: string
}

/** A page of papers, each of an exam with a dozen sets. */
const MOST_ROWS = 500

/** All sets of the exams that these papers are sets of, in their order. */
async function selectSetsOf(readDb: ReadDatabase, ids: string[]): Promise<SetRow[]> {
  if (ids.length === 0) return []
  const exams = readDb
    .selectFrom('papers')
    .select('exam')
    .where('id', 'in', bucketedValues(ids))
    .where('exam', '<>', '')
  return (await readDb
    .selectFrom('papers')
    .select(['id', 'title', 'type', 'grade', 'subject', 'month', 'year', 'exam', 'examSet'])
    .where('exam', 'in', exams)
    .where('exam', '<>', '')
    .orderBy('exam')
    .orderBy('examSet')
    .orderBy('serial')
    .limit(MOST_ROWS)
    .execute()) as SetRow[]
}

async function selectUnfiled(db: Database, limit: number): Promise<UnfiledRow[]> {
  const rows = db.selectFrom('papers').select(FILED).where('exam', 'is', null)
  return await rows.orderBy('serial').limit(limit).execute()
}

/** Leaves alone what somebody has filed meanwhile. */
async function updateExam(
  db: Database,
  serials: number[],
  columns: Pick<PaperRow, 'exam' | 'examSet'>,
): Promise<void> {
  if (serials.length === 0) return
  const papers = db.updateTable('papers').set(columns).where('serial', 'in', bucketedValues(serials))
  await papers.where('exam', 'is', null).execute()
}

/** Papers per transaction: others write in between. */
const STEP = 500
/** Up to so many papers, a start waits; with more, the site opens meanwhile. */
const AWAITED_STEPS = 10

type Filing = Pick<App, 'db' | 'log'>

/** Finds the exams of papers that came with an update or an archive, of many in the background; never throws. */
export async function ensureExams(app: Filing, awaited = AWAITED_STEPS): Promise<void> {
  const failure = 'which papers are sets of one exam could not be found'
  await catchUp(app, () => fileStep(app), { awaited, failure })
}

/** Whether there may be more. */
async function fileStep({ db }: Filing): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const rows = await selectUnfiled(tx, STEP)
    const filed = rows.map((row) => ({ serial: row.serial, columns: examColumns(row) }))
    const others = filed.filter(({ columns }) => columns.exam === '').map(({ serial }) => serial)
    await updateExam(tx, others, { exam: '', examSet: '' })
    for (const { serial, columns } of filed) if (columns.exam !== '') await updateExam(tx, [serial], columns)
    return rows.length === STEP
  })
}

type Told = Pick<Paper, 'title' | 'year' | VariantFieldName> & {
  type: string
  grade: string
  subject: string
  /** From 1. */
  month: number
}

/** As the table of papers keeps it: '' for a paper that is no set. */
export function examColumns(paper: Told): { exam: string; examSet: string } {
  const set = setOf(paper)
  return set === null ? { exam: '', examSet: '' } : { exam: examOf(paper), examSet: toSortable(set) }
}

/** "2" of a paper that is one set of several, as its variant, title or code says; null for others. */
export function setOf({ variant, title }: Pick<Paper, 'variant' | 'title'>): string | null {
  const said = readVariant(variant).set ?? /\bset[\s-]?(?:\d{1,2}|[a-d])\b/i.exec(title)?.[0]
  if (said) return said.replace(/^set[\s-]?/i, '').toUpperCase()
  return setOfCode(codeOf(title) ?? '')
}

/** The same for all sets of one exam: what it is filed under, its variant but for the set, and the series of its code. */
export function examOf(paper: Told): string {
  const { type, grade, subject, month, year, board } = paper
  const medium = describeVariantFields({ medium: paper.medium })[0]
  const variant = writeVariant({ ...readVariant(paper.variant), ...(medium && { medium }), set: undefined })
  const series = codeOf(paper.title)?.split('/').slice(0, -1) ?? []
  return JSON.stringify([type, grade, subject, month, year, board, variant, series])
}

/** "02" before "10", and both before "A". */
function toSortable(set: string): string {
  return set.replace(/\d+/, (number) => number.padStart(2, '0'))
}

/** The set as chips show it. */
export function shownSet(examSet: string): string {
  return examSet.replace(/^0+(?=.)/, '')
}

function codeOf(title: string): string | undefined {
  return setCodesIn(title)[0]
}
