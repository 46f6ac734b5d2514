import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { selectRowOfFile } from '#domain/lists/paper-store.server.ts'
import { factsOf } from '#domain/paper/facts.ts'
import type { Grade, PaperType, Subject } from '#domain/paper/paper.ts'
import { describeVariantFields, type VariantFields } from '#domain/paper/paper-fields.ts'
import { unsaidParts } from '#domain/paper/variant.ts'
import { saveQuestions } from '#domain/questions/questions.server.ts'
import type { SearchEntry } from '../search-index.ts'
import { searchWords } from '../understanding/query.ts'
import { setCodesIn, setOfCode } from '../words/set-code.ts'
import { selectFileNames, selectQuestionTexts, selectTexts } from './text-store.server.ts'

type Indexer = Pick<App, 'search'>
/** A hidden paper is in no index. */
type IndexedRow = PaperRow & { isHidden?: true }

/** In the transaction that writes the paper. A broken index does not fail it: the next search has it rebuilt. */
export async function indexPaper(tx: Database, { search }: Indexer, row: IndexedRow): Promise<void> {
  if (row.isHidden) return
  await writeIndex(tx, search, async () => {
    const names = await selectFileNames(tx, [row.fileKey])
    const entry = entryOf(row, names.get(row.fileKey))
    await search.add(tx, entry)
    const texts = await selectTexts(tx, row.fileKey)
    if (texts.length > 0) await search.addText(tx, factsOf(row), texts)
    const questions = (await selectQuestionTexts(tx, [row.fileKey])).get(row.fileKey)
    if (questions) await search.addQuestions(tx, entry, questions)
  })
}

/** In the transaction that removes or changes the paper. */
export async function unindexPaper(tx: Database, { search }: Indexer, row: IndexedRow): Promise<void> {
  if (row.isHidden) return
  await writeIndex(tx, search, () => search.remove(tx, entryOf(row)))
}

/** In the transaction that stores the texts; without a paper, nothing. */
export async function indexTexts(tx: Database, { search }: Indexer, fileKey: string): Promise<void> {
  await writeIndex(tx, search, async () => {
    await search.takeTurn(tx)
    const row = await selectRowOfFile(tx, fileKey)
    if (row) await search.addText(tx, factsOf(row), await selectTexts(tx, fileKey))
  })
}

/** Finds the questions of a file again and keeps the index in step, in the transaction that stores where its words are. */
export async function renewQuestions(tx: Database, { search }: Indexer, fileKey: string): Promise<void> {
  await saveQuestions(tx, fileKey)
  await writeIndex(tx, search, async () => {
    await search.takeTurn(tx)
    const row = await selectRowOfFile(tx, fileKey)
    if (!row) return
    const names = await selectFileNames(tx, [fileKey])
    const questions = (await selectQuestionTexts(tx, [fileKey])).get(fileKey) ?? []
    await search.addQuestions(tx, entryOf(row, names.get(fileKey)), questions)
  })
}

/** Rolled back after a fault: a damaged table would fail the whole transaction at its end. */
async function writeIndex(tx: Database, search: App['search'], write: () => Promise<void>) {
  if (!(await search.attempt(tx, write))) await markBroken(tx, search)
}

async function markBroken(tx: Database, search: App['search']) {
  try {
    await search.reach(tx, Number.MAX_SAFE_INTEGER)
  } catch (error) {
    if (!search.isBroken(error)) throw error
  }
}

type Row = Pick<PaperRow, 'position' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year'> &
  Pick<PaperRow, 'answersKey' | 'referenceLink'> &
  Partial<VariantFields>

/** A code tells the set, too: 65/2/3 is found as "set 3". `fileName` is the PDF's, which may have a set's code, too. */
export function entryOf(row: Row, fileName = ''): SearchEntry {
  const { title, type, grade, subject, month, year, board = '' } = row
  const said = describeVariantFields(row).join(', ')
  const words = searchWords({
    title: [title, ...unsaidParts(said, title)].join(' '),
    month,
    year,
    board,
    type: type as PaperType,
    grade: grade as Grade,
    subject: subject as Subject,
  })
  const codes = [...new Set([...setCodesIn(title), ...setCodesIn(fileName)])]
  const set = /\bset\b/i.test(`${said} ${title}`) ? null : setOfCode(codes[0] ?? '')
  return { ...factsOf(row), ...words, words: set ? `${words.words} Set ${set}` : words.words, codes }
}
