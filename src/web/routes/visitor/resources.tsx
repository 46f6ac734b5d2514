import { data, Link } from 'react-router'
import { listPapers, listYears } from '#domain/catalogue/browse.server.ts'
import {
  ALL_SUBJECTS,
  GRADES,
  type Grade,
  PAPER_TYPES,
  type PaperType,
  PREVIOUS_YEARS,
} from '#domain/catalogue/paper.ts'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import type { Route } from './+types/resources'
import { addressOf, noSuchPage, readListAddress } from './list-address.ts'
import { NoPapers } from './no-papers.tsx'
import { PaperCard } from './paper-card.tsx'
import { PaperFilters } from './paper-filters.tsx'
import { SearchBox } from './search-box.tsx'
import { survive } from './survive-network.ts'

const EMPTY = { papers: [], page: 1, pages: 0, total: 0, more: false }
const NOTHING_READ = { list: EMPTY, years: [], failed: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title ?? 'Practice Papers'} · ${site.name}` },
  { name: 'description', content: site.description },
]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app } = context.get(pageContext)
  const { page, ...asked } = readAddress(params, request.url)
  try {
    const [list, years] = await Promise.all([
      listPapers(app, asked.filter, { q: asked.q, page }),
      listYears(app),
    ])
    if (page > Math.max(1, list.pages)) throw noSuchPage(page)
    return { ...asked, list, years, failed: false }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    app.log.error({ err: error }, 'Resources could not be read')
    return { ...asked, ...NOTHING_READ }
  }
}

export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  return await survive(serverLoader, () => ({ ...readAddress(params, request.url), ...NOTHING_READ }))
}

export default function Resources({ loaderData }: Route.ComponentProps) {
  const { title, path, filter, q, list, years, failed } = loaderData
  const kept = { subject: filter.subject, year: filter.year?.toString() }
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <p className="-mt-3 md:-mt-4">
          <Link className="action" to="/practice">
            <span className="sweeps">All free papers</span>
          </Link>
        </p>
        <div className="question mb-3 md:mb-6">
          <h1>{title}</h1>
          <span className="marks max-sm:w-full">
            [{list.more ? 'more than ' : ''}
            {list.total.toLocaleString('en-IN')} {list.total === 1 ? 'paper' : 'papers'}]
          </span>
        </div>
        <SearchBox q={q} kept={kept} />
        <PaperFilters filter={filter} years={years} q={q} hidden={['type', 'grade']} />
        {list.papers.length === 0 ? (
          <NoPapers q={q} failed={failed} home={path} />
        ) : (
          <ul className="mt-7 grid gap-x-6 gap-y-6 md:mt-9 md:grid-cols-2 xl:grid-cols-3" aria-label="Papers">
            {list.papers.map((paper) => (
              <li key={paper.id} className="grid">
                <PaperCard paper={paper} heading="h2" />
              </li>
            ))}
          </ul>
        )}
        <Pagination
          page={list.page}
          pages={list.pages}
          hrefOf={(page) => addressOf(path, { ...kept, q, page })}
        />
      </div>
    </main>
  )
}

/** What the address asks for: the path's type and class, and the parameters' subject, year, search and page. */
function readAddress(params: { type: string; grade: string }, address: string) {
  const { type, grade } = readPath(params)
  const { filter: asked, q, page } = readListAddress(new URL(address))
  const subject = asked.subject === ALL_SUBJECTS ? undefined : asked.subject
  const title = titleOf(type, params.grade, subject)
  return {
    title,
    path: `/resources/${type}/${params.grade}/`,
    filter: { type, grade, subject, year: asked.year },
    q,
    page,
  }
}

/** The filter that the path names; throws a 404 that offers what there is. */
function readPath(params: { type: string; grade: string }): { type: PaperType; grade: Grade | undefined } {
  const type = PAPER_TYPES.find((known) => known === params.type)
  if (!type) {
    throw data(
      `There are no papers of the type “${params.type}”: choose CBSE, State Board, JEE, NEET or TNPSC.`,
      { status: 404 },
    )
  }
  if (params.grade === 'all') return { type, grade: undefined }
  const grade = GRADES.find((known) => known === params.grade)
  const isSchool = type === 'cbse' || type === 'state'
  if (!grade || isSchool === (grade === PREVIOUS_YEARS)) {
    const choices = isSchool ? 'classes 6 to 12' : 'previous-years'
    throw data(`“${params.grade}” is not part of ${type.toUpperCase()}: choose ${choices}.`, { status: 404 })
  }
  return { type, grade }
}

function titleOf(type: PaperType, grade: string, subject: string | undefined) {
  const parts = [
    type.toUpperCase(),
    grade === 'all' ? '' : grade.replace('-', ' '),
    subject ?? '',
    'Practice Papers',
  ]
  return parts.filter(Boolean).join(' ')
}
