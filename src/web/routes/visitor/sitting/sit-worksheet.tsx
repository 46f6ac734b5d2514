import { data } from 'react-router'
import { messagesOf } from '#domain/language/messages.ts'
import { sheetId } from '#domain/questions/picked-question.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { readSittingWorksheet } from '#domain/sitting/sitting-worksheet.server.ts'
import { readForm } from '#domain/worksheets/worksheet.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { missingQuestionMessage } from '../picked/missing-question-message.ts'
import type { Route } from './+types/sit-worksheet'
import { SittingFrame } from './sitting-frame.tsx'

/** `paper` is null where no question of it is there, or the site could not be asked: a sitting on this device goes on. */
type SitWorksheetData = { failed: boolean; id: string; paper: SittingPaper | null; lost: string[] }

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.sit_worksheet_title(),
    description: m.sit_lede(),
    path: `/worksheet/${params.code}/sit`,
    unlisted: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const form = readForm(new URL(request.url).searchParams)
  const id = sheetId(params.code, form)
  try {
    const read = await readSittingWorksheet(app, params.code, form, language)
    const lost = read?.lost.map((each) => missingQuestionMessage(each, messagesOf(language), language)) ?? []
    return data<SitWorksheetData>(
      { failed: false, id, paper: read?.paper ?? null, lost },
      { status: read ? 200 : 404 },
    )
  } catch (error) {
    failed(error, 'a worksheet to sit could not be read')
    return data<SitWorksheetData>({ failed: true, id, paper: null, lost: [] }, { status: 503 })
  }
}

export async function clientLoader({ serverLoader, params, request }: Route.ClientLoaderArgs) {
  const form = readForm(new URL(request.url).searchParams)
  const none = { failed: true, id: sheetId(params.code, form), paper: null, lost: [] }
  return await loadOrFallback<SitWorksheetData>(serverLoader, () => none)
}

export default function SitWorksheetPage({ loaderData: { id, paper, lost } }: Route.ComponentProps) {
  return <SittingFrame id={id} paper={paper} lost={lost} />
}
