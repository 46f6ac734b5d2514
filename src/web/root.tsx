import { useContext, useEffect } from 'react'
import {
  createPath,
  Links,
  Meta,
  Outlet,
  type Path,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { palettesOf } from '#domain/centre/palette.ts'
import { logoMark } from '#domain/centre/pictures/site-picture.ts'
import { hasLongWords } from '#domain/centre/texts/long-words.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import { inLanguage, LANGUAGES, type Language } from '#domain/language/languages.ts'
import type { Route } from './+types/root'
import { registerCentre } from './centre/known-centres.ts'
import { type RootLoaded, rootDataOf, useCentre } from './centre/use-centre.ts'
import './styles/app.css'
import 'virtual:subject-hues.css'
import { OwnColoursStyle, ownColours } from '#web/centre/own-colours.tsx'
import { pageContext } from './context.ts'
import { isAdminPath } from './is-admin-path.ts'
import { useLanguage, useMessages } from './language/use-messages.ts'
import { NonceContext } from './nonce.ts'
import { savedIds } from './routes/visitor/downloads/saved-ids.ts'
import { ErrorLinks } from './routes/visitor/layout/error-links.tsx'
import { failedHead, failedTitle } from './routes/visitor/page/page-head.ts'
import devanagariFont from './styles/fonts/anek-devanagari.woff2?url'
import latinFont from './styles/fonts/anek-latin.woff2?url'
import tamilFont from './styles/fonts/anek-tamil-regular.woff2?url'
import { FailedPage } from './ui/failed-page.tsx'

const LINKS: ReturnType<Route.LinksFunction> & React.JSX.IntrinsicElements['link'][] = [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
/** Besides the Latin ones. */
const FONTS: Partial<Record<Language, string>> = { ta: tamilFont, hi: devanagariFont }
const ICONS = [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const links: Route.LinksFunction = () => LINKS

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootLoaded> {
  const { app, siteOrigin, language } = context.get(pageContext)
  const present = await app.centre.read()
  const { digest, centre } = publicContent(present.centre, language)
  registerCentre(digest, centre)
  const ofAdmin = isAdminPath(new URL(request.url).pathname) ? { centre } : {}
  const spoken = language === 'en' ? {} : { language }
  return { origin: siteOrigin, contentVersion: present.version, digest, ...spoken, ...ofAdmin }
}

const PUBLISHING = ['/admin/site', '/admin/setup']

/** Only where the admin area has published: its own header shows the new name. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return PUBLISHING.includes(currentUrl.pathname) && currentUrl.href === nextUrl.href
}

export const meta: Route.MetaFunction = ({ error, matches }) => {
  if (error) return failedHead(matches, failedTitle(error, matches))
  const { name, description } = rootDataOf(matches).centre
  return [{ title: name }, { name: 'description', content: description }]
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext)
  const language = useLanguage()
  const m = useMessages()
  const centre = useCentre()
  const root = useRouteLoaderData('root') as RootLoaded | undefined
  const { light, dark } = palettesOf(centre)
  const colours = ownColours(centre.colours)
  // The admin area is an installable app of its own, with its own start page and share target.
  const isAdmin = /^\/admin(\/|$)/.test(useLocation().pathname)
  return (
    <html
      lang={LANGUAGES[language].tag}
      data-content={root?.centre ? undefined : root?.digest}
      data-long-words={hasLongWords(centre) ? '' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Asked for before anything else: nothing is painted without it. */}
        <Links nonce={nonce} />
        {FONTS[language] && <link {...LINKS[0]} href={FONTS[language]} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={light.paper} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={dark.paper} media="(prefers-color-scheme: dark)" />
        <Meta />
        <link
          rel="manifest"
          href={isAdmin ? '/admin/manifest.webmanifest' : inLanguage('/manifest.webmanifest', language)}
        />
        <link
          rel="alternate"
          href={inLanguage('/feed.xml', language)}
          type="application/atom+xml"
          title={`${m.feed_title()} · ${centre.name}`}
        />
        {ICONS.map((icon) => (
          <link key={icon.href} {...icon} href={icon.href + logoMark(centre)} />
        ))}
        <OwnColoursStyle colours={colours} nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => loadTargetInsteadOfReload(), [])
  useEffect(() => savedIds.subscribe(() => void writeFirstViews().catch(() => {})), [])
  return <Outlet />
}

/** Of papers that were just saved, in this tab or another. Here, since the frame's folder may not use that of a page. */
async function writeFirstViews() {
  const { writeFirstViews } = await import('./routes/visitor/offline/write-first-views.ts')
  await writeFirstViews()
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content" className="page">
      <FailedPage error={error}>
        <ErrorLinks error={error} />
      </FailedPage>
    </main>
  )
}

type Router = { state: { navigation: { location?: Path } } }

/**
 * A page whose code does not come: the router loads the document again that is open, where a press does nothing then.
 * The document that was asked for is loaded instead, which needs none of the code. Where it goes to is asked of the
 * router itself, since the code may fail before React has rendered that it is on its way. Browsers without the
 * Navigation API do as before. Returns what ends it.
 */
function loadTargetInsteadOfReload(): () => void {
  const left = new AbortController()
  const lead = (event: NavigateEvent) => {
    const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: Router }
    const to = router?.state.navigation.location
    if (!to || event.navigationType !== 'reload' || event.userInitiated) return
    event.preventDefault()
    // With the prefix of its language.
    location.assign(createPath(to))
  }
  if ('navigation' in window) navigation.addEventListener('navigate', lead, { signal: left.signal })
  return () => left.abort()
}
