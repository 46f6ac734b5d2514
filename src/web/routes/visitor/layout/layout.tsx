import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { withoutLanguage } from '#domain/language/languages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { isOnDesk } from '#web/on-desk.ts'
import { savesData } from '#web/slow-connection.ts'
import { FailedPage } from '#web/ui/failed-page.tsx'
import { registerWhenIdle } from '#web/worker/register-worker.ts'
import { keptIds } from '../keeping/kept-ids.ts'
import { resumeKeeping } from '../keeping/start-keeping.ts'
import { fetchPagesAhead } from '../page/fetch-pages-ahead.ts'
import { failedHead, failedTitle } from '../page/page-head.ts'
import { PickedCorner } from '../picked/picked-corner.tsx'
import type { Route } from './+types/layout'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { WaysOn } from './ways-on.tsx'

/** Pages have their own heads; this is the head of an error page. */
export const meta: Route.MetaFunction = ({ error, matches }) =>
  error ? failedHead(matches, failedTitle(error, matches)) : []

export default function VisitorLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame isFailed>
      <main id="content" className="page">
        <FailedPage error={error}>
          <WaysOn error={error} />
        </FailedPage>
      </main>
    </Frame>
  )
}

function Frame({ children, isFailed = false }: { children: React.ReactNode; isFailed?: boolean }) {
  const m = useMessages()
  useEffect(fetchPagesAhead, [])
  const { pathname } = useLocation()
  const isOfVisitors = !isOnDesk(pathname)
  // Who saves data has the worker with the first paper that is kept.
  useEffect(
    () => (isOfVisitors ? registerWhenIdle(!savesData() || keptIds.get().length > 0) : undefined),
    [isOfVisitors],
  )
  useEffect(() => (isOfVisitors ? resumeKeeping() : undefined), [isOfVisitors])
  return (
    <>
      <a href="#content" className="button skip">
        {m.frame_skip()}
      </a>
      <SiteHeader isFailed={isFailed} />
      <LoadingNotice />
      {children}
      <SiteFooter />
      <PickedCorner />
    </>
  )
}

/** Shown with a delay by CSS, so that nothing flashes on a fast connection. */
function LoadingNotice() {
  const m = useMessages()
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const isOtherPage = state === 'loading' && withoutLanguage(location.pathname) !== pathname
  return (
    <p role="status" className="on-its-way">
      {isOtherPage && (
        <>
          <span className="spinner" aria-hidden="true" /> {m.frame_loading()}
        </>
      )}
    </p>
  )
}
