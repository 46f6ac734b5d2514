import { data, Link, redirect, useLocation } from 'react-router'
import { findListed, pathOfList } from '#domain/bundles/bundle.server.ts'
import { PICK_LIMIT, weightOf } from '#domain/bundles/picked.ts'
import { formatsOf, sizeLabel } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import { inLanguage, type Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import type { Route } from './+types/shared-list'
import { SaveList } from './downloads/save-list.tsx'
import { notFoundResponse } from './not-found-response.ts'
import { loadOrFallback } from './page/load-or-fallback.ts'
import { failedHead, pageHead } from './page/page-head.ts'
import { NoPapers } from './paper-card/no-papers.tsx'
import { PaperCard } from './paper-card/paper-card.tsx'
import { BundleLinks, bundleProblem, SendList } from './picked/bundle-links.tsx'
import { PickAll } from './picked/pick-paper.tsx'
import { SomePages } from './picked/some-pages.tsx'

const MAX_SUBJECTS = 3

/** "3 papers: CBSE class 12, Physics and Chemistry". */
function listTitle(papers: readonly Paper[], language: Language): string {
  const [m, labels] = [messagesOf(language), labelsOf(language)]
  const [first, ...more] = papers
  if (first && more.length === 0) return labels.fullTitle(first)
  const degrees = new Set(papers.map(({ type, grade }) => labels.degree(type, grade)))
  const subjects = [...new Set(papers.map(labels.paperSubject))]
  const named =
    subjects.length <= MAX_SUBJECTS ? formatsOf(language).list(subjects) : m.shared_several_subjects()
  const parts = [degrees.size === 1 ? [...degrees][0] : '', named].filter(Boolean)
  return `${labels.papers(papers.length)}: ${parts.join(', ')}`
}

type ListData = { failed: true } | { failed: false; papers: Paper[]; gone: number; address: string }

/** `/list/picked?ids=…` redirects to the list's own short address. */
const PICKED = 'picked'
const NOT_READ: ListData = { failed: true }

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const language = languageAt(matches)
  const [m, labels] = [messagesAt(matches), labelsOf(language)]
  if (!loaderData || loaderData.failed) return failedHead(matches, m.shared_failed_title())
  const { papers } = loaderData
  const { pages, size } = weightOf(papers)
  const [first, second] = papers
  const named = [first, second].flatMap((paper) => (paper ? labels.fullTitle(paper) : []))
  const titles = papers.length < 3 ? named : [...named, m.shared_more({ count: papers.length - 2 })]
  return pageHead(matches, {
    title: listTitle(papers, language),
    description: m.shared_description({
      titles: titles.join(', '),
      pages: labels.pages(pages),
      size: sizeLabel(size),
    }),
    path: `/list/${params.code}`,
    picture: papers.length === 1 ? `/papers/${first?.id}/share.png` : undefined,
    unlisted: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, siteOrigin, failed, language } = context.get(pageContext)
  const m = messagesOf(language)
  try {
    if (params.code === PICKED) throw await leadToList(app, request.url, m)
    const list = await findListed(app, params.code)
    if (!list) throw notFoundResponse(m.shared_no_list())
    if (list.papers.length === 0) throw notFoundResponse(m.shared_papers_gone())
    return data<ListData>({
      failed: false,
      ...list,
      address: siteOrigin + inLanguage(`/list/${params.code}`, language),
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'a list could not be read')
    return data(NOT_READ, { status: 503 })
  }
}

async function leadToList(app: Parameters<typeof pathOfList>[0], address: string, m: Messages) {
  const ids = (new URL(address).searchParams.get('ids') ?? '').split(',').slice(0, PICK_LIMIT)
  const list = await pathOfList(app, ids)
  return list ? redirect(list.path) : notFoundResponse(m.shared_papers_gone())
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback<ListData>(serverLoader, () => NOT_READ)
}

export default function SharedList({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const { pathname, search } = useLocation()
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <p className="-mt-3 md:-mt-4">
          <Link className="action" to="/practice">
            <span className="sweeps">{m.list_free_papers()}</span>
          </Link>
        </p>
        {loaderData.failed ? (
          <>
            <h1>{m.picked_label()}</h1>
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
  const language = useLanguage()
  const [m, labels] = [useMessages(), useLabels()]
  const { pages, size } = weightOf(papers)
  const whyNot = bundleProblem(papers, m)
  const { pathname } = useLocation()
  return (
    <>
      <div className="question">
        <h1>{m.picked_label()}</h1>
        <span className="marks max-sm:w-full">[{labels.papers(papers.length)}]</span>
      </div>
      <p className="mt-2 text-quiet text-xl text-balance">
        {m.shared_together({ pages: labels.pages(pages), size: sizeLabel(size) })}
      </p>
      {gone > 0 && (
        <p className="w-fit mt-4 py-1 px-3 bg-sheet border-l-4 border-l-red">
          {m.shared_gone({ count: gone })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 mt-4">
        <BundleLinks papers={papers} />
        <PickAll papers={papers} />
        <Link className="action" to={`${pathname}/sit`}>
          <span className="sweeps">{m.sit_list_heading()}</span>
        </Link>
        <Link className="action" to={`${pathname}/sit#class`}>
          <span className="sweeps">{m.class_heading()}</span>
        </Link>
      </div>
      <SaveList papers={papers} />
      <SomePages papers={papers} />
      {whyNot && <p className="mt-2 text-quiet">{whyNot}</p>}
      <div className="mt-5 [&>p]:text-quiet">
        <p>{m.shared_send_on()}</p>
        <SendList title={listTitle(papers, language)} address={address} />
      </div>
      <ul
        className="paper-cards mt-7 md:mt-9 md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4"
        aria-label={m.list_cards_label()}
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
