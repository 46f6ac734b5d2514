import { data } from 'react-router'
import { labelsOf } from '#domain/language/labels.ts'
import { readSittingPaper } from '#domain/sitting/sitting-paper.server.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { failedHead, pageHead } from '../page/page-head.ts'
import type { Route } from './+types/sit'
import { SittingFrame } from './sitting-frame.tsx'

/** `paper` is null where the site has none, or could not be asked: a sitting on this device goes on. */
type SitPageData = { failed: boolean; id: string; paper: SittingPaper | null }

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const [m, labels] = [messagesAt(matches), labelsOf(languageAt(matches))]
  const paper = loaderData?.paper
  if (!paper) return failedHead(matches, m.sit_heading())
  return pageHead(matches, {
    title: m.sit_title({ title: labels.title(paper.title) }),
    description: m.sit_lede(),
    path: `/papers/${params.id}/sit`,
    unlisted: true,
  })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const { id } = params
  try {
    const paper = await readSittingPaper(app, id, language)
    return data<SitPageData>({ failed: false, id, paper }, { status: paper ? 200 : 404 })
  } catch (error) {
    failed(error, 'a paper to sit could not be read')
    return data<SitPageData>({ failed: true, id, paper: null }, { status: 503 })
  }
}

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  return await loadOrFallback<SitPageData>(serverLoader, () => ({ failed: true, id: params.id, paper: null }))
}

export default function SitPage({ loaderData: { id, paper } }: Route.ComponentProps) {
  return <SittingFrame id={id} paper={paper} />
}
