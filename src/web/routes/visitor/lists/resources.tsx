import { useMemo } from 'react'
import { data } from 'react-router'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { type Labels, labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import type { Facet, PaperFilter } from '#domain/paper/filters.ts'
import { ALL_SUBJECTS, type PaperType } from '#domain/paper/paper.ts'
import { pageContext } from '#web/context.ts'
import { documentLanguage, languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { SaveList } from '../downloads/save-list.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs } from '../page/structured-data.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import type { Route } from './+types/resources'
import { type ActiveFilters, addressWith, canonicalOf, carriedFilters } from './active-filters.ts'
import { PaperMissing } from './ask-for-paper.tsx'
import { FAILED_LIST, type ReadList } from './failed-list.ts'
import {
  addressOf,
  readGrade,
  readListAddress,
  readType,
  redirectSpelling,
  statusOf,
  type Unknown,
} from './list-address.ts'
import { packFound, unpackFound } from './list-dto.ts'
import { ListHead, ListPage } from './list-head.tsx'
import { MyClass, redirectToPreferred } from './my-class.tsx'
import { NothingFound } from './nothing-found.tsx'
import { FoldSets, PaperCards } from './paper-cards.tsx'
import { ChosenChips } from './paper-filters.tsx'
import { PickFound } from './pick-found.tsx'
import { readList } from './read-list.server.ts'
import { UnknownFilter, unknownHeading } from './unknown-filter.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const language = languageAt(matches)
  const [m, labels] = [messagesAt(matches), labelsOf(language)]
  const { path, filter, q, page, failed, unknown } = loaderData
  const title = titleOf(loaderData, m, labels)
  const found = q ? m.resources_found_title({ title, words: q }) : title
  return pageHead(matches, {
    title: unknown ? unknownHeading(unknown, m) : found,
    description: descriptionOf(filter, m, labels),
    path: canonicalOf(loaderData, page),
    unlisted: q !== '' || failed || unknown !== null,
    data: (origin) => [
      breadcrumbs(
        origin,
        [allPapers(m), { name: title, path: addressOf(path, carriedFilters(loaderData)) }],
        language,
      ),
    ],
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const url = new URL(request.url)
  const address = readAddress(params, url, language, await ownStateOf(app))
  redirectSpelling(url, address.path)
  try {
    const list = await readList(context.get(pageContext), url, address)
    return data(packFound({ ...address, ...list }), { status: statusOf(address, false) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'Resources could not be read')
    return data(packFound({ ...address, ...FAILED_LIST }), { status: statusOf(address, true) })
  }
}

export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  redirectToPreferred(request.url, `/resources/${params.type}/${params.grade}/`)
  return await loadOrFallback(serverLoader, () =>
    packFound({ ...readAddress(params, new URL(request.url), documentLanguage()), ...FAILED_LIST }),
  )
}

export default function Resources({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const labels = useLabels()
  const list = useMemo(() => unpackFound(loaderData), [loaderData])
  return (
    <ListPage>
      <Breadcrumbs
        steps={[allPapers(m), ...(list.unknown ? [{ name: titleOf(list, m, labels), path: list.path }] : [])]}
      />
      <ListHead title={titleOf(list, m, labels)} list={list} />
      <div className="results">
        <MyClass list={list} />
        <Found list={list} />
        {!list.unknown && (
          <Pagination page={list.page} pages={list.pages} hrefOf={(page) => addressWith(list, { page })} />
        )}
        {list.q && (
          <p className="mt-6">
            <Link className="action" to={addressOf('/search', { q: list.q })}>
              <span className="sweeps">{m.resources_look_in_all({ words: list.q })}</span>
            </Link>
          </p>
        )}
      </div>
    </ListPage>
  )
}

function Found({ list }: { list: ActiveFilters & ReadList & { unknown: Unknown | null } }) {
  if (list.failed) return <NoPapers failed home={list.path} />
  if (list.unknown) return <UnknownFilter list={list} unknown={list.unknown} />
  if (list.papers.length === 0) return <NothingFound list={list} found={list} />
  return (
    <>
      <ChosenChips list={list} found />
      <PaperCards papers={list.papers} heading="h2" opens inClass={list.fixed.includes('grade')} />
      <PickFound list={list} />
      <SaveList papers={list.papers} />
      <FoldSets list={list} papers={list.papers} />
      <PaperMissing list={list} />
    </>
  )
}

function allPapers(m: Messages) {
  return { name: m.list_free_papers(), path: '/practice' }
}

function readAddress(params: { type: string; grade: string }, url: URL, language: Language, own?: State) {
  const type = readType(params.type, language)
  const grade = readGrade(type, params.grade, language)
  const { filter: found, lifted, unknown, q, page } = readListAddress(url, own)
  const subject = found.subject === ALL_SUBJECTS ? undefined : found.subject
  return {
    path: `/resources/${type}/${params.grade}/`,
    fixed: (grade ? ['type', 'grade'] : ['type']) as Facet[],
    filter: { ...found, type, grade: grade ?? found.grade, subject },
    lifted,
    // The path decides these, whatever the parameters say.
    unknown: unknown && (unknown.facet === 'type' || (grade && unknown.facet === 'grade')) ? null : unknown,
    q,
    page,
  }
}

type OfType = { type: PaperType } & PaperFilter

function descriptionOf({ type, grade, subject, year }: OfType, m: Messages, labels: Labels) {
  const degree = grade ? labels.degree(type, grade) : labels.type(type)
  const what = [degree, subject && labels.subject(subject)].filter(Boolean).join(' ')
  return year ? m.resources_description_year({ what, year }) : m.resources_description({ what })
}

/** "CBSE 12 Physics Practice Papers": by what the path says, and the subject. */
function titleOf(
  { filter, fixed }: { filter: OfType; fixed: readonly Facet[] },
  m: Messages,
  labels: Labels,
) {
  const { type, grade, subject } = filter
  const listed = labels.listed(type, fixed.includes('grade') ? grade : undefined)
  return m.resources_title({ what: [listed, subject && labels.subject(subject)].filter(Boolean).join(' ') })
}
