import { data } from 'react-router'
import { findListed } from '#domain/bundles/bundle.server.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import type { Route } from './+types/sit-list'
import { SittingFrame } from './sitting-frame.tsx'
import type { SatList } from './sitting-page.tsx'

type ListData = SatList & { failed: boolean }

const NOT_READ: ListData = { failed: true, papers: [], gone: 0 }

export const meta: Route.MetaFunction = ({ matches, params }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.sit_list_heading(),
    description: m.sit_lede(),
    path: `/list/${params.code}/sit`,
    unlisted: true,
  })
}

/** Papers of a list, each to be sat by itself. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, failed } = context.get(pageContext)
  try {
    const { papers = [], gone = 0 } = (await findListed(app, params.code)) ?? {}
    const list: ListData = { failed: false, papers: papers.map(({ id, title }) => ({ id, title })), gone }
    return data(list, { status: papers.length > 0 ? 200 : 404 })
  } catch (error) {
    failed(error, 'a list to sit could not be read')
    return data<ListData>(NOT_READ, { status: 503 })
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback<ListData>(serverLoader, () => NOT_READ)
}

export default function SitListPage({ loaderData: list, params }: Route.ComponentProps) {
  return <SittingFrame id={params.code} paper={null} list={list} />
}
