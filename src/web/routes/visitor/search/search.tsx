import { useMemo } from 'react'
import { data } from 'react-router'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { listYears } from '#domain/lists/browse.server.ts'
import { PAGE_SIZE } from '#domain/lists/paper-lists.ts'
import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { countTraits } from '#domain/search/count-traits.server.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { countQuestions } from '#domain/search/questions/find-questions.server.ts'
import { withNotes } from '#domain/wanted/wanted.server.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { KeepListLater } from '../keeping/keep-list-later.tsx'
import {
  type ActiveFilters,
  addressWith,
  canonicalOf,
  keptOf,
  redirectLifted,
  redirectTraits,
} from '../lists/active-filters.ts'
import { PaperMissing } from '../lists/ask-for-paper.tsx'
import { ChosenChips } from '../lists/chosen-chips.tsx'
import { FAILED_LIST, type ReadList } from '../lists/failed-list.ts'
import {
  addressOf,
  readListAddress,
  redirectPage,
  redirectSpelling,
  statusOf,
  type Unknown,
} from '../lists/list-address.ts'
import { ListHead } from '../lists/list-head.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { MyClass } from '../lists/my-class.tsx'
import { NothingFound } from '../lists/nothing-found.tsx'
import { packFound, unpackFound } from '../lists/packed-list.ts'
import { FoldSets, PaperCards } from '../lists/paper-cards.tsx'
import { PickFound } from '../lists/pick-found.tsx'
import { questionFilterOf } from '../lists/questions-inside.tsx'
import { redirectToSaid } from '../lists/told-class.ts'
import { UnknownFilter, unknownHeading } from '../lists/unknown-filter.tsx'
import { pageHead } from '../page/page-head.ts'
import { survive } from '../page/survive-network.ts'
import { NoPapers } from '../paper-card/no-papers.tsx'
import type { Route } from './+types/search'
import { type Beginnings, readBeginnings } from './beginnings.server.ts'

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
  const { app, searched, failed, language } = context.get(pageContext)
  const url = new URL(request.url)
  redirectSpelling(url, PLACE.path)
  const asked = readListAddress(url, await ownStateOf(app))
  try {
    const isAsked = asked.q !== '' || Object.keys(keptOf({ ...PLACE, ...asked })).length > 0
    const [found, years, traits, questions, beginnings] = await Promise.all([
      findPapers(app, { q: asked.q, filter: asked.filter, page: asked.page, size: PAGE_SIZE }),
      listYears(app),
      countTraits(app, asked),
      countQuestions(app, { q: asked.q, filter: questionFilterOf(asked.filter) }),
      isAsked ? null : readBeginnings(app, language),
    ])
    const papers = await withNotes(app, found.papers)
    redirectLifted(asked, { ...PLACE, ...asked, ...found })
    redirectTraits({ ...PLACE, ...asked, ...found, traits })
    redirectPage(url, PLACE.path, found.pages)
    if (asked.q && !found.isBeingMade) searched(asked.q, found.unsaid.length > 0 ? 0 : found.total)
    const shown = packFound({
      ...asked,
      ...found,
      papers,
      years,
      traits,
      questions,
      beginnings,
      failed: false,
    })
    return data(shown, { status: statusOf(asked, false) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    failed(error, 'A search could not be answered')
    const shown = packFound({ ...asked, ...FAILED_LIST, beginnings: null })
    return data(shown, { status: statusOf(asked, true) })
  }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  redirectToSaid(request.url, PLACE.path)
  return await survive(serverLoader, () =>
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
      <KeepListLater papers={list.papers} />
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
