import { data, redirect, useLocation } from 'react-router'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { readPicked, WORKSHEET_LIMIT, WORKSHEET_PAPERS } from '#domain/questions/picked-question.ts'
import { pageOf } from '#domain/questions/question-crop.ts'
import { sourceOf } from '#domain/worksheets/plan-worksheet.server.ts'
import {
  codeOfPicked,
  type FoundQuestion,
  findAnswersTo,
  findWorksheet,
  marksOf,
  partsOf,
  picturesOf,
} from '#domain/worksheets/read-worksheet.server.ts'
import { readForm, type WorksheetForm, worksheetPath } from '#domain/worksheets/worksheet.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { notFoundResponse } from '../not-found-response.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { failedHead, pageHead } from '../page/page-head.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import { missingQuestionMessage } from '../picked/missing-question-message.ts'
import type { Route } from './+types/worksheet'
import type { WorksheetData } from './worksheet-data.ts'
import { WorksheetEditor } from './worksheet-editor.tsx'

type PageData = { failed: true } | WorksheetData

const NOT_READ: PageData = { failed: true }
/** `/worksheet/picked?questions=…` redirects to the worksheet's own short address. */
const PICKED = 'picked'

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const m = messagesAt(matches)
  if (!loaderData || loaderData.failed) return failedHead(matches, m.worksheet_heading())
  const { form } = loaderData
  return pageHead(matches, {
    title: form.title ? m.worksheet_head_title({ title: form.title }) : m.worksheet_heading(),
    description: m.worksheet_description(),
    path: `/worksheet/${params.code}`,
    unlisted: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, siteOrigin, failed, language } = context.get(pageContext)
  const m = messagesOf(language)
  const asked = new URL(request.url).searchParams
  const form = readForm(asked)
  try {
    if (params.code === PICKED) throw await leadToWorksheet(app, asked, form, language)
    const found = await findWorksheet(app, params.code)
    if (!found) throw notFoundResponse(m.worksheet_none())
    const there = found.flatMap((each) => ('why' in each ? [] : [each]))
    if (there.length === 0) throw notFoundResponse(m.worksheet_all_gone())
    const answers = await findAnswersTo(app, there)
    return data<PageData>({
      ...{ failed: false, code: params.code, form, origin: siteOrigin },
      questions: there.map((each, at) => ({
        ...toSheet(each, form, language),
        isAnswered: answers[at] !== null,
      })),
      lost: found.flatMap((each) => ('why' in each ? [missingQuestionMessage(each, m, language)] : [])),
      pagesOnly: partsOf(there),
      ofClass: classOf(there),
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'a worksheet could not be read')
    return data(NOT_READ, { status: 503 })
  }
}

async function leadToWorksheet(
  app: Parameters<typeof codeOfPicked>[0],
  asked: URLSearchParams,
  form: WorksheetForm,
  language: Language,
) {
  const m = messagesOf(language)
  const picked = readPicked(asked.get('questions') ?? '')
  const code = picked && (await codeOfPicked(app, picked))
  if (code === 'too-many')
    return notFoundResponse(m.worksheet_too_many({ count: WORKSHEET_LIMIT, papers: WORKSHEET_PAPERS }))
  return code ? redirect(worksheetPath(code, form)) : notFoundResponse(m.worksheet_none())
}

function toSheet(found: FoundQuestion, form: WorksheetForm, language: Language) {
  const { paper, question, printings, serial, file, id, marks } = found
  const page = pageOf(printings[0])
  return {
    linked: { serial, file, id, ...(marks !== undefined && { marks }) },
    paperId: paper.id,
    ...{ number: question.number, marks: marksOf({ question, marks: undefined }) },
    text: printings[0]?.text ?? '',
    pictures: picturesOf(found, language, form.hasAllLanguages),
    source: sourceOf(found, language),
    href: paperPath(paper) + questionAddress(page, paper.pages, id),
  }
}

function classOf(found: FoundQuestion[]): WorksheetData['ofClass'] {
  const classes = new Map(
    found.map(({ paper: { type, grade, board } }) => [`${type} ${grade} ${board}`, { type, grade, board }]),
  )
  const [only] = classes.values()
  return only && classes.size === 1 ? { ...only, board: only.board || undefined } : {}
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback<PageData>(serverLoader, () => NOT_READ)
}

export default function Worksheet({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const { pathname, search } = useLocation()
  return (
    <main id="content" className="page wrap worksheet-page">
      {loaderData.failed ? (
        <div className="ruled">
          <h1>{m.worksheet_heading()}</h1>
          <NoPapers failed home={pathname + search} sentence={m.worksheet_failed()} />
        </div>
      ) : (
        // Again where the questions are others, as after "Back"; a change of the form keeps what is being ordered.
        <WorksheetEditor key={loaderData.code} {...loaderData} />
      )}
    </main>
  )
}
