import { messagesOf } from '#domain/language/messages.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import adminSheet from '#web/styles/admin.css?url'
import { notFoundResponse } from '../visitor/not-found-response.ts'
import type { Route } from './+types/handbook'
import { readHandbook } from './handbook-pages.server.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminSheet }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData?.heading} · ${rootDataOf(matches).centre.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Open to all: it holds no secret, and whoever cannot sign in needs it most. */
export function loader({ params: { page }, context }: Route.LoaderArgs) {
  const read = readHandbook(page ?? 'README')
  if (!read) throw notFoundResponse(messagesOf(context.get(pageContext).language).missing_no_page())
  return { ...read, isIndex: page === undefined }
}

export default function Handbook({ loaderData: { html, isIndex } }: Route.ComponentProps) {
  return (
    <main id="content" className="page wrap">
      <div className="ruled grid gap-6 justify-items-start">
        <nav aria-label="Handbook" className="flex flex-wrap gap-x-6">
          {!isIndex && (
            <a className="action" href="/handbook">
              <span className="sweeps">Handbook</span>
            </a>
          )}
          <a className="action" href="/admin">
            <span className="sweeps">To the admin pages</span>
          </a>
        </nav>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: from our own files, as the site is built */}
        <article className={LOOK} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </main>
  )
}

const LOOK = [
  'max-w-[44rem] text-lg/[1.5] [&>*+*]:mt-4 [&>h2]:mt-8 [&_h2]:text-[1.375rem] [&_a]:underline',
  '[&_ol]:list-decimal [&_ul]:list-disc [&_li]:ml-6 [&_li]:pl-1.5 [&_li+li]:mt-2.5',
  '[&_img]:w-full [&_img]:h-auto [&_img]:border [&_img]:border-edge [&_code]:wrap-anywhere',
].join(' ')
