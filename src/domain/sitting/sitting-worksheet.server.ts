import type { App } from '#domain/app.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { sheetId } from '#domain/questions/picked-question.ts'
import { boxesOf } from '#domain/questions/questions.server.ts'
import {
  type FoundQuestion,
  findAnswersTo,
  findWorksheet,
  type LostQuestion,
  marksOf,
} from '#domain/worksheets/read-worksheet.server.ts'
import { inSet, totalsOf, type WorksheetForm, worksheetPath } from '#domain/worksheets/worksheet.ts'
import { chapterNamer } from './sitting-paper.server.ts'
import { answerOf, questionOf, type SittingPaper, withOptionsOfLikes } from './sitting-paper.ts'

type Read = { paper: SittingPaper; lost: LostQuestion[] }

/**
 * A worksheet as it is sat: its questions in the order of its set, each with the paper that it is of, and those that are
 * lost; null where the code is none, or none of them is there.
 */
export async function readSittingWorksheet(
  app: Pick<App, 'readDb' | 'search'>,
  code: string,
  form: WorksheetForm,
  language: Language,
): Promise<Read | null> {
  const found = (await findWorksheet(app, code)) ?? []
  const there = found.flatMap((each) => ('why' in each ? [] : [each]))
  const [first] = there
  if (!first) return null
  const answers = await findAnswersTo(app, there)
  const asked = there.map((each, at) => ({ each, answer: answers[at] ?? null, marks: marksOf(each) }))
  const ordered = inSet(asked, form)
  const questions = ordered.map(({ each, marks }, at) => ({
    ...questionOf({ ...readQuestion(app, each, language), marks }, each.paper.type, language),
    ...{ id: `q${at + 1}`, number: String(at + 1), section: null, from: originOf(each) },
  }))
  const known = ordered.flatMap(({ answer }, at) => {
    if (!answer) return []
    const { boxes, text } = readQuestion(app, answer, language)
    const { pages, base } = originOf(answer)
    return [[`q${at + 1}`, { ...answerOf({ boxes, text }, language), pages, base }] as const]
  })
  const m = messagesOf(language)
  const set = form.set && m.worksheet_set({ letter: form.set })
  const minutes = form.minutes ?? totalsOf(asked).minutes
  // Marks for wrong choices are those of an exam: only where all are of it.
  const { paper } = there.find((each) => each.paper.type !== first.paper.type) ? leastOf(there) : first
  const { type, grade, subject, month, year } = paper
  return {
    lost: found.flatMap((each) => ('why' in each ? [each] : [])),
    paper: {
      ...{ id: sheetId(code, form), worksheet: worksheetPath(code, form), type, grade, subject, month, year },
      title: [form.title || m.worksheet_heading(), set].filter(Boolean).join(' · '),
      ...{ link: '', referenceLink: null, pages: [], base: '' },
      time: minutes ? { minutes, reading: 0 } : null,
      questions: withOptionsOfLikes(questions),
      ...(known.length > 0 && { answers: { pages: [], base: '', of: Object.fromEntries(known) } }),
    },
  }
}

function leastOf(there: readonly FoundQuestion[]): FoundQuestion {
  const usual = there.find(({ paper: { type } }) => type !== 'jee' && type !== 'neet')
  return usual ?? (there[0] as FoundQuestion)
}

function readQuestion(app: Pick<App, 'search'>, found: FoundQuestion, language: Language) {
  const { question, printings, images, paper } = found
  const text = printings.map((each) => each.text).join('\n\n')
  const chapters = chapterNamer(app, paper, language)(text)
  return { ...question, boxes: boxesOf(printings, images), text, chapters }
}

/** The paper of a question, with the sizes of those pages that it is on. */
function originOf({ paper, question, printings, images, base }: FoundQuestion) {
  const { id, title, type, grade, subject, month, year, link, referenceLink } = paper
  const used = new Set(printings.flatMap(({ boxes }) => boxes.map(({ page }) => page)))
  return {
    ...{ id, title, type, grade, subject, month, year, link, referenceLink, base },
    pages: images.map((size, at) => (size && used.has(at + 1) ? size : null)),
    ...{ question: question.id, number: question.number },
  }
}
