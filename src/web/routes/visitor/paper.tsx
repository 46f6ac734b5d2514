import { data } from 'react-router'
import { findPaper } from '#domain/catalogue/browse.server.ts'
import { pageContext } from '#web/context.ts'
import type { Route } from './+types/paper'

export async function loader({ params, context }: Route.LoaderArgs) {
  const paper = await findPaper(context.get(pageContext).app, params.id)
  if (!paper) throw data('This paper is no longer here.', { status: 404 })
  return { paper }
}

export default function PaperPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>{loaderData.paper.title}</h1>
      </div>
    </main>
  )
}
