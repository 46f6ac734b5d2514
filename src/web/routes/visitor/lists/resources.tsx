import { data, Link } from 'react-router'
import { listPapers, listYears } from '#domain/catalogue/browse.server.ts'
import type { PaperFilter } from '#domain/catalogue/filter.ts'
import { ALL_SUBJECTS, type PaperType, typeLabel } from '#domain/catalogue/paper.ts'
import { pageContext } from '#web/context.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { NoPapers } from '../no-papers.tsx'
import { pageHead } from '../page-head.ts'
import { PaperCard } from '../paper-card.tsx'
import { degreeName } from '../paper-words.ts'
import { breadcrumbs } from '../structured-data.ts'
import { survive } from '../survive-network.ts'
import type { Route } from './+types/resources'
import { addressOf, noSuchPage, readListAddress, statusOf } from './list-address.ts'
import { PaperFilters } from './paper-filters.tsx'
import { readGrade, readType } from './resources-path.ts'
import { SearchBox } from './search-box.tsx'

const EMPTY = { papers: [], page: 1, pages: 0, total: 0, more: false }
const NOTHING_READ = { list: EMPTY, years: [], failed: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { title, path, filter, q, list, failed } = loaderData
  const { subject, year } = filter
  return pageHead(matches, {
    title: q ? `${title} found for “${q}”` : title,
    description: descriptionOf(filter),
    path: addressOf(path, { subject, year, q, page: list.page }),
    unlisted: q !== '' || failed,
    data: (origin) => [
      breadcrumbs(origin, [
        { name: 'Free question papers', path: '/practice' },
        { name: title, path: addressOf(path, { subject, year }) },
      ]),
    ],
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, searched } = context.get(pageContext)
  const { page, ...asked } = readAddress(params, request.url)
  try {
    const [list, years] = await Promise.all([
      listPapers(app, asked.filter, { q: asked.q, page }),
      listYears(app),
    ])
    if (page > Math.max(1, list.pages)) throw noSuchPage(page)
    if (asked.q) searched(asked.q, list.total)
    return { ...asked, list, years, failed: false }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    app.log.error({ err: error }, 'Resources could not be read')
    return data({ ...asked, ...NOTHING_READ }, { status: statusOf(asked.q, true) })
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
            {list.papers.map((paper, at) => (
              <li key={paper.id} className="grid">
                <PaperCard paper={paper} heading="h2" opens={at === 0} />
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
  const type = readType(params.type)
  const grade = readGrade(type, params.grade)
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

function descriptionOf({ type, grade, subject, year }: { type: PaperType } & PaperFilter) {
  const what = [grade ? degreeName(type, grade) : typeLabel(type), subject].filter(Boolean).join(' ')
  const when = year ? ` of ${year}` : ', newest first'
  return `Free ${what} question papers${when}: open them as PDF and see pages and size before you tap. No sign-in, no ads.`
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
