import { type ComponentType, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import type { PublicCentre } from '#domain/centre/centre.ts'
import { type ChannelId, channelsOf } from '#domain/centre/channels.ts'
import { withoutLanguage } from '#domain/language/languages.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { isAdminPath } from '#web/is-admin-path.ts'
import { LanguageSwitch, useHasLanguages } from '#web/language/language-switch.tsx'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { isOnSlowConnection, savesData } from '#web/slow-connection.ts'
import { FailedPage } from '#web/ui/failed-page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { registerWhenIdle } from '#web/worker/register-worker.ts'
import { SavedLink } from '../downloads/save-list.tsx'
import { savedIds } from '../downloads/saved-ids.ts'
import { resumeDownloads } from '../downloads/start-downloads.ts'
import { failedHead, failedTitle } from '../page/page-head.ts'
import { pickedPapers, questionPicks } from '../picked/picked-papers.ts'
import type { Route } from './+types/layout'
import { ErrorLinks } from './error-links.tsx'
import { SiteHeader } from './site-header.tsx'

const HIDDEN_ON_PHONES: ChannelId[] = ['x', 'website', 'linkedin']

function SiteFooter() {
  const centre = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  const hasLanguages = useHasLanguages()
  return (
    <footer className="site-footer">
      <p className="banner" lang={langOf(centre.banner)}>
        {centre.banner}
      </p>
      <div className="admin-edge">
        <div className="wrap">
          <div>
            <div className="tagline">
              <p lang={langOf(centre.tagline)}>
                {centre.tagline} <RotatingPhrase phrases={centre.phrases} turn="faded" />
              </p>
              <PauseButton />
            </div>
            <p className="faint" lang={langOf(centre.place)}>
              {centre.place}
            </p>
            <p className="faint">{m.footer_promise()}</p>
            {hasLanguages && <LanguageSwitch className="in-line" aria-label={m.footer_languages()} />}
            <SavedLink />
            <nav className="policies" aria-label={m.footer_policies()}>
              <Link to="/privacy">{m.policy_privacy_title()}</Link>
              <Link to="/terms">{m.policy_terms_title()}</Link>
              <Link to="/accessibility">{m.policy_accessibility_title()}</Link>
              <Link to="/licenses">{m.policy_licenses_title()}</Link>
            </nav>
          </div>
          <section aria-labelledby="connect">
            <h2 id="connect">{m.footer_connect()}</h2>
            <ul className="channels">
              {channelsOf(centre).map(({ id, name, address }) => (
                <li key={id} className={HIDDEN_ON_PHONES.includes(id) ? 'max-md:hidden' : undefined}>
                  <a href={address} target="_blank" rel="noopener noreferrer">
                    <Icon name={id} size={20} />
                    <span className="sweeps">{name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          {centre.credit.name && (
            <p className="credit">
              {withNodes((node) => m.footer_credit({ name: node(<Wordmark {...centre.credit} />) }))}
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}

function Wordmark({ name, link }: PublicCentre['credit']) {
  if (!link) return <span className="wordmark">{name}</span>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="wordmark">
      {name}
    </a>
  )
}

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
          <ErrorLinks error={error} />
        </FailedPage>
      </main>
    </Frame>
  )
}

function Frame({ children, isFailed = false }: { children: React.ReactNode; isFailed?: boolean }) {
  const m = useMessages()
  useEffect(fetchPagesAhead, [])
  const { pathname } = useLocation()
  const isOfVisitors = !isAdminPath(pathname)
  // Who saves data has the worker with the first paper that is saved.
  useEffect(
    () => (isOfVisitors ? registerWhenIdle(!savesData() || savedIds.get().length > 0) : undefined),
    [isOfVisitors],
  )
  useEffect(() => (isOfVisitors ? resumeDownloads() : undefined), [isOfVisitors])
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

type Pages = { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> }

const SIGNS_OF_READING = ['pointerdown', 'keydown', 'scroll']
let isFetched = false

/** Prefetches the code of the other pages at the first input: offline, they can then show their own error. */
function fetchPagesAhead(): () => void {
  const listeners = new AbortController()
  const prefetch = () => {
    listeners.abort()
    if (isFetched || isOnSlowConnection()) return
    isFetched = true
    for (const path of codeOfPages()) fetch(path, { priority: 'low' }).catch(() => {})
  }
  for (const sign of SIGNS_OF_READING) {
    addEventListener(sign, prefetch, { signal: listeners.signal, capture: true, passive: true })
  }
  return () => listeners.abort()
}

function codeOfPages() {
  const { routes } = (window as { __reactRouterManifest?: Pages }).__reactRouterManifest ?? { routes: {} }
  const pages = Object.entries(routes).filter(([id]) => id.startsWith('routes/visitor/'))
  return new Set(pages.flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css]))
}

/** Loaded with the first pick, so that other visitors do not pay for it. */
function PickedCorner() {
  const papers = useStore(pickedPapers)
  const questions = useStore(questionPicks.store)
  const isAnyPicked = papers.length + questions.length > 0
  const [Bar, setBar] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isAnyPicked || Bar) return
    // Where the connection fails, the next tick tries again.
    import('../picked/picked-bar.tsx').then(
      ({ PickedBar }) => setBar(() => PickedBar),
      () => {},
    )
  }, [isAnyPicked, Bar])
  const isAdminPath = /^\/(admin|login)(\/|$)/.test(useLocation().pathname)
  return Bar && !isAdminPath && <Bar />
}
