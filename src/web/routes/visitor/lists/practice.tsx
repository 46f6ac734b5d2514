import { useMemo } from 'react'
import { data } from 'react-router'
import { noticesNow } from '#domain/centre/notices-now.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { GRADES, PAPER_TYPES } from '#domain/paper/paper.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { ClassBubbles, type Shaded } from '../class-bubbles.tsx'
import { SocialBar } from '../layout/social-bar.tsx'
import { ShownNotices } from '../notices/shown-notices.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { pageHead } from '../page/page-head.ts'
import { hasPractice } from '../sitting/has-practice.ts'
import { Slideshow } from '../slideshow/slideshow.tsx'
import type { Route } from './+types/practice'
import {
  type ActiveFilters,
  addressWith,
  canonicalOf,
  carriedFilters,
  NOTHING_UNDERSTOOD,
  redirectLifted,
  redirectTraits,
  saidOf,
} from './active-filters.ts'
import { addressOf, readListAddress, redirectPage, redirectSpelling, statusOf } from './list-address.ts'
import { ListHead, ListPage } from './list-head.tsx'
import { MyClass, redirectToPreferred } from './my-class.tsx'
import { readPracticePage } from './practice-page.server.ts'
import { NO_SHELVES, packShelves, unpackShelves } from './practice-page.ts'
import { PracticeShelves } from './practice-shelves.tsx'
import { UnknownFilter, unknownHeading } from './unknown-filter.tsx'
import { useAskedList } from './use-show-list.ts'

const PLACE = { path: '/practice', fixed: [] }
const NOT_LOADED = { filter: {}, q: '', page: 1, failed: true, unknown: null }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  const { filter, q, page, failed, unknown } = loaderData ?? NOT_LOADED
  const found = q ? m.list_found_title({ words: q }) : m.practice_head_title()
  return pageHead(matches, {
    title: unknown ? unknownHeading(unknown, m) : found,
    description: rootDataOf(matches).centre.description,
    path: canonicalOf({ ...PLACE, filter, q }, page),
    unlisted: q !== '' || failed || unknown !== null,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url)
  redirectSpelling(url, PLACE.path)
  const page = context.get(pageContext)
  const address = readListAddress(url, await ownStateOf(page.app))
  const pageData = await readPracticePage(page, address)
  redirectLifted(address, { ...PLACE, ...address, ...pageData })
  if (!pageData.failed) redirectTraits({ ...PLACE, ...address, ...pageData })
  if (!pageData.failed) redirectPage(url, PLACE.path, pageData.pages)
  if (address.q && !pageData.failed && !pageData.isBeingMade)
    page.searched(address.q, pageData.unsaid.length > 0 ? 0 : pageData.total)
  const { app, language } = page
  const notices = noticesNow((await app.centre.read()).centre, app.clock.now(), language)
  return data(packShelves({ ...address, ...pageData, notices }), {
    status: statusOf(address, pageData.failed),
  })
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  redirectToPreferred(request.url, PLACE.path)
  return await loadOrFallback(serverLoader, () =>
    packShelves({ ...readListAddress(new URL(request.url)), ...NO_SHELVES, notices: null }),
  )
}

export default function Practice({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const first = useMemo(() => unpackShelves(loaderData), [loaderData])
  const list = { ...PLACE, ...first }
  const carried = carriedFilters(list)
  return (
    <>
      <ShownNotices notices={loaderData.notices} linkTo={(of) => addressOf(PLACE.path, of)} />
      <SocialBar />
      <ListPage>
        {/* On a phone, where the count is next to the name, there is no room for the lede. */}
        <ListHead
          title={m.practice_title()}
          list={list}
          lede={<span className="max-md:hidden">{m.practice_lede()}</span>}
        >
          <ListBubbles list={list} />
        </ListHead>
        <div className="results">
          <MyClass list={list} />
          {list.unknown && !list.failed ? (
            <UnknownFilter list={list} unknown={list.unknown} />
          ) : (
            <PracticeShelves
              key={JSON.stringify([carried, list.filter.first, list.q, list.page])}
              first={first}
              list={list}
            />
          )}
          <p>
            <Link className="action" to="/questions/weightage">
              {m.weightage_heading()}
            </Link>
          </p>
          <PracticeLink />
        </div>
      </ListPage>
      <Slideshow />
    </>
  )
}

type Changes = NonNullable<Parameters<typeof addressWith>[1]>

/**
 * Shaded is what the filters or the words of the search say, and a press takes the words out that say otherwise. Both
 * go by the list that is on its way, so that a second press adds to the first.
 */
function ListBubbles({ list: filters }: { list: ActiveFilters }) {
  const search = useAskedList()
  const list = search === null ? filters : listAt(search, filters)
  const shaded: Shaded = {
    type: PAPER_TYPES.find((type) => type === (list.filter.type ?? saidOf(list, 'type'))),
    grade: GRADES.find((grade) => grade === (list.filter.grade ?? saidOf(list, 'grade'))),
  }
  function linkTo(next: Shaded) {
    const changes: Changes = {}
    for (const facet of ['type', 'grade'] as const) {
      if (next[facet] === shaded[facet]) continue
      const part = list.understood.parts.find((each) => each.facet === facet)
      // An exam ignores the words of a class: they stay.
      if (part) changes.q ??= part.without
      changes[facet] = next[facet] ?? ''
    }
    return addressWith(list, changes)
  }
  return <ClassBubbles shaded={shaded} linkTo={linkTo} />
}

/** Other words are understood when their list has come. */
function listAt(search: string, filters: ActiveFilters): ActiveFilters {
  const { filter, q } = readListAddress(new URL(search, 'https://list.example'))
  return { ...filters, filter, q, understood: q === filters.q ? filters.understood : NOTHING_UNDERSTOOD }
}

/** The way to My practice, where there is something in it. */
function PracticeLink() {
  const m = useMessages()
  if (useStore(hasPractice) !== 'yes') return null
  return (
    <p>
      <Link className="action" to="/practice/mine">
        <span className="sweeps">{m.mine_title()}</span>
      </Link>
    </p>
  )
}
