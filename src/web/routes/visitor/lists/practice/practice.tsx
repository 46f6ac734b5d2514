import { useMemo } from 'react'
import { data } from 'react-router'
import { site } from '#site'
import { pageContext } from '#web/context.ts'
import { SocialBar } from '#web/routes/visitor/layout/social-bar.tsx'
import { pageHead } from '#web/routes/visitor/page/page-head.ts'
import { survive } from '#web/routes/visitor/page/survive-network.ts'
import { Slideshow } from '#web/routes/visitor/slideshow/slideshow.tsx'
import { addressWith, keptOf } from '../filters/active-filters.ts'
import { PaperFilters } from '../filters/paper-filters.tsx'
import { redirectLifted } from '../filters/redirect-lifted.ts'
import { SearchBox } from '../filters/search-box.tsx'
import { UnknownFilter } from '../filters/unknown-filter.tsx'
import { readListAddress, redirectPage, redirectSpelling, statusOf } from '../list-address.ts'
import type { Route } from './+types/practice'
import { readPracticePage } from './practice-page.server.ts'
import { NO_SHELVES, packShelves, unpackShelves } from './practice-page.ts'
import { PracticeShelves } from './practice-shelves.tsx'

const PLACE = { path: '/practice', fixed: [] }
const NOT_LOADED = { filter: {}, q: '', page: 1, failed: true, unknown: null }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { filter, q, page, failed, unknown } = loaderData ?? NOT_LOADED
  return pageHead(matches, {
    title: q ? `Papers found for “${q}”` : 'Free question papers with answers',
    description: site.description,
    path: addressWith({ ...PLACE, filter, q }, { page }),
    unlisted: q !== '' || failed || unknown !== null,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url)
  redirectSpelling(url, PLACE.path)
  const address = readListAddress(url)
  const page = context.get(pageContext)
  const shown = await readPracticePage(page, address)
  redirectLifted(address, { ...PLACE, ...address, ...shown })
  if (!shown.failed) redirectPage(url, PLACE.path, shown.pages)
  if (address.q && !shown.failed && !shown.isBeingMade) page.searched(address.q, shown.total)
  return data(packShelves({ ...address, ...shown }), { status: statusOf(address, shown.failed) })
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return await survive(serverLoader, () =>
    packShelves({ ...readListAddress(new URL(request.url)), ...NO_SHELVES }),
  )
}

export default function Practice({ loaderData }: Route.ComponentProps) {
  const first = useMemo(() => unpackShelves(loaderData), [loaderData])
  const list = { ...PLACE, ...first }
  const kept = keptOf(list)
  return (
    <>
      <SocialBar />
      <main id="content" className="page wrap">
        <div className="ruled">
          <h1>Free Practice</h1>
          <p className="mt-1.5 mb-3 max-w-[68ch] text-quiet text-sm leading-snug md:mt-3 md:mb-6 md:text-base">
            Open a paper, solve it, check the answers. No sign-in, no ads, and we never ask your number.
          </p>
          <SearchBox q={list.q} kept={kept} />
          <PaperFilters list={list} />
          {list.unknown && !list.failed ? (
            <UnknownFilter list={list} unknown={list.unknown} />
          ) : (
            <PracticeShelves key={JSON.stringify([kept, list.q, list.page])} first={first} list={list} />
          )}
        </div>
      </main>
      <Slideshow />
    </>
  )
}
