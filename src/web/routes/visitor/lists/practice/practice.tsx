import { useMemo } from 'react'
import { data } from 'react-router'
import { noticesNow } from '#domain/centre/notices/notices-now.ts'
import { ownStateOf } from '#domain/centre/own-state.server.ts'
import { rootDataOf } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { SocialBar } from '#web/routes/visitor/layout/social-bar.tsx'
import { ShownNotices } from '#web/routes/visitor/notices/shown-notices.tsx'
import { pageHead } from '#web/routes/visitor/page/page-head.ts'
import { survive } from '#web/routes/visitor/page/survive-network.ts'
import { PracticeLink } from '#web/routes/visitor/sitting/practice-link.tsx'
import { Slideshow } from '#web/routes/visitor/slideshow/slideshow.tsx'
import { canonicalOf, keptOf } from '../filters/active-filters.ts'
import { redirectLevel, redirectLifted } from '../filters/redirect-lifted.ts'
import { UnknownFilter, unknownHeading } from '../filters/unknown-filter.tsx'
import { addressOf, readListAddress, redirectPage, redirectSpelling, statusOf } from '../list-address.ts'
import { ListHead } from '../list-head.tsx'
import { ListPage } from '../list-page.tsx'
import { MyClass } from '../my-class/my-class.tsx'
import { redirectToSaid } from '../my-class/told-class.ts'
import type { Route } from './+types/practice'
import { ListBubbles } from './list-bubbles.tsx'
import { readPracticePage } from './practice-page.server.ts'
import { NO_SHELVES, packShelves, unpackShelves } from './practice-page.ts'
import { PracticeShelves } from './practice-shelves.tsx'

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
  const shown = await readPracticePage(page, address)
  redirectLifted(address, { ...PLACE, ...address, ...shown })
  if (!shown.failed) redirectLevel({ ...PLACE, ...address, ...shown })
  if (!shown.failed) redirectPage(url, PLACE.path, shown.pages)
  if (address.q && !shown.failed && !shown.isBeingMade)
    page.searched(address.q, shown.unsaid.length > 0 ? 0 : shown.total)
  const { app, language } = page
  const notices = noticesNow((await app.centre.read()).centre, app.clock.now(), language)
  return data(packShelves({ ...address, ...shown, notices }), { status: statusOf(address, shown.failed) })
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  redirectToSaid(request.url, PLACE.path)
  return await survive(serverLoader, () =>
    packShelves({ ...readListAddress(new URL(request.url)), ...NO_SHELVES, notices: null }),
  )
}

export default function Practice({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const first = useMemo(() => unpackShelves(loaderData), [loaderData])
  const list = { ...PLACE, ...first }
  const kept = keptOf(list)
  return (
    <>
      <ShownNotices notices={loaderData.notices} linkTo={(of) => addressOf(PLACE.path, of)} />
      <SocialBar />
      <ListPage>
        {/* On a phone, where the count stands beside the name, there is no room for the lede. */}
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
              key={JSON.stringify([kept, list.filter.first, list.q, list.page])}
              first={first}
              list={list}
            />
          )}
          <PracticeLink />
        </div>
      </ListPage>
      <Slideshow />
    </>
  )
}
