import { data, Link, redirect, useLocation } from 'react-router'
import { findListed, pathOfList } from '#domain/bundles/picked.server.ts'
import { PICK_LIMIT, pagesLabel, papersLabel, weightOf } from '#domain/bundles/picked.ts'
import { fullTitle, sizeLabel } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { pageContext } from '#web/context.ts'
import { KeepList } from '../keeping/keep-list.tsx'
import { notHere } from '../missing/not-here.ts'
import { failedHead, pageHead } from '../page/page-head.ts'
import { survive } from '../page/survive-network.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import { PaperCard } from '../paper-card/paper-card.tsx'
import { BundleLinks, whyNotAll } from '../picked/bundle-links.tsx'
import { PickAll } from '../picked/pick-all.tsx'
import { SendList } from '../picked/send-list.tsx'
import type { Route } from './+types/shared-list'
import { listTitle } from './list-title.ts'

type ListData = { failed: true } | { failed: false; papers: Paper[]; gone: number; address: string }

/** `/list/picked?ids=…` redirects to the list's own short address. */
const PICKED = 'picked'
const NOT_READ: ListData = { failed: true }

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  if (!loaderData || loaderData.failed) return failedHead(matches, 'The list could not be read')
  const { papers } = loaderData
  const { pages, size } = weightOf(papers)
  const [first, second] = papers
  const named = [first, second].flatMap((paper) => (paper ? fullTitle(paper) : []))
  const titles = papers.length < 3 ? named : [...named, `${papers.length - 2} more`]
  return pageHead(matches, {
    title: listTitle(papers),
    description: `${titles.join(', ')}. Open each, or take all at once: ${pagesLabel(pages)}, ${sizeLabel(size)}. Free, no sign-in.`,
    path: `/list/${params.code}`,
    picture: papers.length === 1 ? `/papers/${first?.id}/share.png` : undefined,
    unlisted: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, siteOrigin, failed } = context.get(pageContext)
  try {
    if (params.code === PICKED) throw await leadToList(app, request.url)
    const list = await findListed(app, params.code)
    if (!list)
      throw notHere('This link holds no list: a letter of it may be wrong or missing. Ask for it again.')
    if (list.papers.length === 0)
      throw notHere(
        'The papers of this list are no longer here. Search for others, or look through the lists.',
      )
    return data<ListData>({ failed: false, ...list, address: `${siteOrigin}/list/${params.code}` })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'a list could not be read')
    return data(NOT_READ, { status: 503 })
  }
}

async function leadToList(app: Parameters<typeof pathOfList>[0], address: string) {
  const ids = (new URL(address).searchParams.get('ids') ?? '').split(',').slice(0, PICK_LIMIT)
  const list = await pathOfList(app, ids)
  return list
    ? redirect(list.path)
    : notHere('The papers of this list are no longer here. Search for others, or look through the lists.')
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await survive<ListData>(serverLoader, () => NOT_READ)
}

export default function SharedList({ loaderData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <p className="-mt-3 md:-mt-4">
          <Link className="action" to="/practice">
            <span className="sweeps">Free question papers</span>
          </Link>
        </p>
        {loaderData.failed ? (
          <>
            <h1>Picked papers</h1>
            <NoPapers failed home={pathname + search} />
          </>
        ) : (
          <ListShown key={loaderData.address} {...loaderData} />
        )}
      </div>
    </main>
  )
}

function ListShown({ papers, gone, address }: Extract<ListData, { failed: false }>) {
  const { pages, size } = weightOf(papers)
  const whyNot = whyNotAll(papers)
  return (
    <>
      <div className="question">
        <h1>Picked papers</h1>
        <span className="marks max-sm:w-full">[{papersLabel(papers.length)}]</span>
      </div>
      <p className="mt-2 text-quiet text-xl">
        {pagesLabel(pages)} · {sizeLabel(size)} together
      </p>
      {gone > 0 && (
        <p className="w-fit mt-4 py-1 px-3 bg-sheet border-l-4 border-l-red">
          {`${papersLabel(gone)} of this list ${gone === 1 ? 'is' : 'are'} no longer here.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 mt-4">
        <BundleLinks papers={papers} />
        <PickAll papers={papers} />
      </div>
      <KeepList papers={papers} />
      {whyNot && <p className="mt-2 text-quiet">{whyNot}</p>}
      <div className="mt-5 [&>p]:text-quiet">
        <p>Send the list on:</p>
        <SendList title={listTitle(papers)} address={address} />
      </div>
      <ul
        className="paper-cards mt-7 md:mt-9 md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4"
        aria-label="Papers"
      >
        {papers.map((paper, at) => (
          <li key={paper.id}>
            <PaperCard paper={paper} heading="h2" opens={at === 0} alone />
          </li>
        ))}
      </ul>
    </>
  )
}
