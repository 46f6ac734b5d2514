import { useMemo } from 'react'
import { data } from 'react-router'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { listShelves } from '#domain/lists/browse.server.ts'
import type { Shelf } from '#domain/lists/facets.server.ts'
import {
  ALL_SUBJECTS,
  type Grade,
  type PaperType,
  PREVIOUS_YEARS,
  type Subject,
} from '#domain/paper/paper.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { Route } from './+types/search'
import { SaveListLazy } from './downloads/save-list-lazy.tsx'
import { type ActiveFilters, addressWith, canonicalOf, carriedFilters } from './lists/active-filters.ts'
import { PaperMissing } from './lists/ask-for-paper.tsx'
import { FAILED_LIST, type ReadList } from './lists/failed-list.ts'
import { addressOf, readListAddress, redirectSpelling, statusOf, type Unknown } from './lists/list-address.ts'
import { packFound, unpackFound } from './lists/list-dto.ts'
import { ListHead, ListPage } from './lists/list-head.tsx'
import { MyClass, redirectToPreferred } from './lists/my-class.tsx'
import { NothingFound } from './lists/nothing-found.tsx'
import { FoldSets, PaperCards } from './lists/paper-cards.tsx'
import { ChosenChips } from './lists/paper-filters.tsx'
import { PickFound } from './lists/pick-found.tsx'
import { readList } from './lists/read-list.server.ts'
import { UnknownFilter, unknownHeading } from './lists/unknown-filter.tsx'
import { loadOrFallback } from './page/load-or-fallback.ts'
import { pageHead } from './page/page-head.ts'
import { NoPapers } from './paper-card/no-papers.tsx'

const PLACE = { path: '/search', fixed: [] }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  const { filter, q, page, unknown } = loaderData ?? { filter: {}, q: '', page: 1, unknown: null }
  const found = q ? m.list_found_title({ words: q }) : m.search_head_title()
  return pageHead(matches, {
    title: unknown ? unknownHeading(unknown, m) : found,
    description: rootDataOf(matches).centre.description,
    path: canonicalOf({ ...PLACE, filter, q }, page),
    unlisted: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, failed, language } = context.get(pageContext)
  const url = new URL(request.url)
  redirectSpelling(url, PLACE.path)
  const address = readListAddress(url, await ownStateOf(app))
  try {
    const isAsked = address.q !== '' || Object.keys(carriedFilters({ ...PLACE, ...address })).length > 0
    const [list, beginnings] = await Promise.all([
      readList(context.get(pageContext), url, { ...PLACE, ...address }),
      isAsked ? null : readBeginnings(app, language),
    ])
    return data(packFound({ ...address, ...list, beginnings }), { status: statusOf(address, false) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'A search could not be answered')
    const emptyList = packFound({ ...address, ...FAILED_LIST, beginnings: null })
    return data(emptyList, { status: statusOf(address, true) })
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  redirectToPreferred(request.url, PLACE.path)
  return await loadOrFallback(serverLoader, () =>
    packFound({ ...readListAddress(new URL(request.url)), ...FAILED_LIST, beginnings: null }),
  )
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const list = useMemo(() => ({ ...PLACE, ...unpackFound(loaderData) }), [loaderData])
  return (
    <ListPage>
      <ListHead title={m.search_title()} list={list} />
      <div className="results">
        <MyClass list={list} />
        <Found list={list} />
      </div>
    </ListPage>
  )
}

type List = ActiveFilters & ReadList & { beginnings: Beginnings | null; unknown: Unknown | null }

function Found({ list }: { list: List }) {
  const m = useMessages()
  if (list.failed)
    return (
      <>
        <NoPapers failed home={addressWith(list)} sentence={m.search_failed()} />
        <p className="mt-6">
          <Link className="action" to="/practice">
            <span className="sweeps">{m.search_by_class_link()}</span>
          </Link>
        </p>
      </>
    )
  if (list.unknown) return <UnknownFilter list={list} unknown={list.unknown} />
  if (list.beginnings) return <WaysToBegin beginnings={list.beginnings} />
  if (list.papers.length === 0) return <NothingFound list={list} found={list} />
  return (
    <>
      <ChosenChips list={list} found />
      <PaperCards papers={list.papers} heading="h2" opens />
      <PickFound list={list} />
      <SaveListLazy papers={list.papers} />
      <FoldSets list={list} papers={list.papers} />
      <PaperMissing list={list} />
      <Pagination page={list.page} pages={list.pages} hrefOf={(page) => addressWith(list, { page })} />
    </>
  )
}

function WaysToBegin({ beginnings: { classes, subjects, examples } }: { beginnings: Beginnings }) {
  const m = useMessages()
  const labels = useLabels()
  return (
    <>
      <p className="mt-6 max-w-[60ch] md:mt-8">{m.search_how()}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5" aria-label={m.search_examples()}>
        {examples.map((q) => (
          <li key={q}>
            <Link className="action" to={addressOf('/search', { q })}>
              <span className="sweeps">{q}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid md:grid-cols-2 md:gap-x-12">
        <Contents
          id="by-class"
          heading={m.search_by_class()}
          entries={classes.map(({ type, grade, papers }) => ({
            to: `/resources/${type}/${grade}/`,
            name:
              grade === PREVIOUS_YEARS ? labels.type(type) : `${labels.grade(grade)} ${labels.type(type)}`,
            papers,
          }))}
        />
        <Contents
          id="by-subject"
          heading={m.search_by_subject()}
          entries={subjects.map(({ subject, papers }) => ({
            to: addressOf('/search', { subject }),
            name: labels.subject(subject),
            papers,
          }))}
        />
      </div>
    </>
  )
}

function Contents({
  id,
  heading,
  entries,
}: {
  id: string
  heading: string
  entries: { to: string; name: string; papers: number }[]
}) {
  const m = useMessages()
  const labels = useLabels()
  if (entries.length === 0) return null
  return (
    <section className="mt-8 md:mt-12" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="contents-page">
        {entries.map(({ to, name, papers }) => (
          <li key={to}>
            <Link to={to}>
              <span className="sweeps">{name}</span>
              <span className="leader" aria-hidden="true" />
              <span className="text-quiet">
                {labels.number(papers)}
                <span className="sr-only"> {m.search_count_said({ count: papers })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `papers` counts them. */
type Beginnings = {
  classes: { type: PaperType; grade: Grade; papers: number }[]
  subjects: { subject: Subject; papers: number }[]
  /** Each of them finds something. */
  examples: string[]
}

const EXAMPLES = 3

async function readBeginnings(app: Pick<App, 'readDb' | 'lists'>, language: Language): Promise<Beginnings> {
  const shelves = await listShelves(app)
  const classes = Map.groupBy(shelves, ({ type, grade }) => `${type} ${grade}`)
  const subjects = Map.groupBy(shelves, ({ subject }) => subject)
  return {
    classes: [...classes.values()].map((ofClass) => {
      const { type, grade } = ofClass[0] as Shelf
      return { type, grade, papers: sum(ofClass) }
    }),
    subjects: [...subjects]
      .filter(([subject]) => subject !== ALL_SUBJECTS)
      .map(([subject, ofSubject]) => ({ subject, papers: sum(ofSubject) }))
      .sort((a, b) => b.papers - a.papers),
    examples: examplesOf(shelves, language),
  }
}

function examplesOf(shelves: readonly Shelf[], language: Language) {
  const largest = shelves
    .filter(({ grade, subject }) => grade !== PREVIOUS_YEARS && subject !== ALL_SUBJECTS)
    .sort((a, b) => b.papers - a.papers)
  const ofEachSubject = [...Map.groupBy(largest, ({ subject }) => subject).values()].map(
    (of) => of[0] as Shelf,
  )
  const examples = ofEachSubject.slice(0, EXAMPLES).map((shelf) => exampleOf(shelf, language))
  const isThere = shelves.some(({ subject }) => subject === 'Mathematics')
  return isThere ? [...examples, MATHEMATICS[language]] : examples
}

/** In letters of another language. */
const MATHEMATICS: Record<Language, string> = { en: 'கணிதம்', ta: 'kanitham', hi: 'ganit' }

function exampleOf({ type, grade, subject }: Shelf, language: Language) {
  if (language === 'en') return `${type} ${grade}th ${subject.toLowerCase()}`
  const labels = labelsOf(language)
  return `${labels.grade(grade)} ${labels.subject(subject)}`
}

function sum(shelves: readonly Shelf[]) {
  return shelves.reduce((papers, shelf) => papers + shelf.papers, 0)
}
