import { latestPapers } from '#domain/catalogue/browse.server.ts'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { pageHead } from '../page-head.ts'
import { organisation } from '../structured-data.ts'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'Question papers with answers',
    description: site.description,
    path: '/',
    data: (origin) => [organisation(origin)],
  })

export async function loader({ context }: Route.LoaderArgs) {
  const { app } = context.get(pageContext)
  return { latest: await latestPapers(app) }
}

export default function Home() {
  return (
    <main id="content">
      <h1>{site.tagline}</h1>
    </main>
  )
}
