import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { disposition } from '#domain/files/stored-file.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { planWorksheet } from '#domain/worksheets/plan-worksheet.server.ts'
import { readForm } from '#domain/worksheets/worksheet.ts'
import { newApi } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { papersNotFound, problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { composedFile, type createBundleQueue, fileRoute } from './bundle-queue.ts'

const TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
type Kind = keyof typeof TYPES

/** What the page's form says besides: a wrong value is as if it were not there, as on the page. */
const optionalText = z.string().optional()
const query = z.object({
  questions: z.string().openapi({ description: "The code of a worksheet's address: /worksheet/CODE" }),
  lang: z
    .enum(LANGUAGE_CODES)
    .optional()
    .catch(undefined)
    .openapi({ description: 'Of its heading', type: 'string' }),
  of: z.enum(['questions', 'answers']).optional().catch(undefined).openapi({
    description: 'The answers in place of the questions, under the same numbers',
    type: 'string',
  }),
  ...{
    title: optionalText,
    class: optionalText,
    date: optionalText,
    time: optionalText,
    columns: optionalText,
    space: optionalText,
    sheet: optionalText,
  },
  ...{
    sources: optionalText,
    unmarked: optionalText,
    languages: optionalText,
    set: optionalText,
    seed: optionalText,
  },
})

const SAID = {
  found: 'The file; questions whose paper is gone or was replaced are left out',
  404: 'The code is none, or none of its papers is there, or no answer is known',
  413: 'Its papers are more than one worksheet may be made of',
  422: 'The questions are missing, or the worksheet cannot be made',
  503: 'Too many are being made at the moment',
}

export const WORKSHEET_ROUTES = {
  pdf: fileRoute('/worksheet.pdf', query, {
    ...SAID,
    summary: 'A worksheet as a PDF: questions cut from the pages of their papers',
    type: TYPES.pdf,
  }),
  docx: fileRoute('/worksheet.docx', query, {
    ...SAID,
    summary: 'A worksheet for word processors: its questions as pictures',
    type: TYPES.docx,
  }),
}

/** The files of a worksheet, made as merged papers are and within the same limits. */
export function worksheetRoutes(
  app: App,
  quarantine: Quarantine,
  make: ReturnType<typeof createBundleQueue>,
) {
  const answer = (kind: Kind) => async (c: Context<HttpEnv>) => {
    const searchParams = new URL(c.req.url).searchParams
    const { questions: code = '', lang = 'en', of = 'questions' } = query.partial().parse(c.req.query())
    const plan = await planWorksheet(app, { code, form: readForm(searchParams), of, language: lang })
    if (!plan) return problem(c, 404, 'worksheet-not-found', (m) => m.worksheet_none())
    if (plan === 'none' && of === 'answers')
      return problem(c, 404, 'answers-not-found', (m) => m.worksheet_no_answers())
    if (plan === 'none') return papersNotFound(c)
    if ('tooMuch' in plan) return problem(c, 413, 'too-much', plan.tooMuch)
    const headers = (length?: number): Record<string, string> => ({
      'Cache-Control': 'no-store',
      // A PDF opens to be printed; a document is taken to a word processor.
      'Content-Disposition': disposition(`${plan.name}.${kind}`, kind === 'pdf' ? 'inline' : 'attachment'),
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
      'Content-Type': TYPES[kind],
      'X-Robots-Tag': 'noindex',
    })
    if (c.req.method === 'HEAD') return c.body(null, 200, headers())
    return await make(c, headers, (signal) =>
      composedFile(app, quarantine, plan.papers, signal, (copies, to) =>
        app.inspector.makeWorksheet(copies, plan.content, { to, format: kind }),
      ),
    )
  }
  return newApi().openapi(WORKSHEET_ROUTES.pdf, answer('pdf')).openapi(WORKSHEET_ROUTES.docx, answer('docx'))
}
