import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { barChannelsOf } from '#domain/centre/channels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { LanguageSwitch, useHasLanguages } from '#web/language/language-switch.tsx'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SearchButton } from '../suggest/search-button.tsx'
import { SearchInput } from '../suggest/search-input.tsx'

const linksOf = (m: Messages) => [
  { to: '/', name: m.header_home() },
  { to: '/about', name: m.header_about() },
  { to: '/why-us', name: m.header_why_us() },
  { to: '/pricing', name: m.header_pricing() },
  { to: '/practice', name: m.header_practice() },
  { to: '/contact', name: m.header_contact() },
]

/** Menu and search are native popovers where space is short: they open and close without JavaScript. */
export function SiteHeader({ isFailed }: { isFailed: boolean }) {
  const m = useMessages()
  const centre = useCentre()
  const { name, pictures } = centre
  const hasLanguages = useHasLanguages()
  const menu = useRef<HTMLElement>(null)
  const search = useRef<HTMLFormElement>(null)
  // Undefined until opened once: until then the browser itself exposes the popover's state.
  const [isOpen, setIsOpen] = useState<boolean>()
  const { key, pathname } = useLocation()
  const shownFor = useRef(key)
  // Closes on navigation only: what was opened before hydration stays open.
  useEffect(() => {
    if (shownFor.current === key) return
    shownFor.current = key
    for (const panel of [menu.current, search.current]) panel?.matches(':popover-open') && panel.hidePopover()
  }, [key])
  // Said by the header itself: what comes after it may not be there yet when it is painted.
  const isBelowChannels = !isFailed && /^\/(practice\/?)?$/.test(pathname) && barChannelsOf(centre).length > 0
  return (
    <header className={isBelowChannels ? 'site-header below-channels' : 'site-header'}>
      <div className="wrap">
        <Link
          to="/"
          className="flex min-h-11 items-center no-underline"
          aria-label={m.header_home_of({ name })}
        >
          <Logo
            name={name}
            mark={
              pictures?.logo && (
                <SitePicture
                  picture={pictures.logo}
                  use="logo"
                  alt=""
                  sizes="34px"
                  className="size-8.5"
                  isFirst
                />
              )
            }
          />
        </Link>
        <nav
          ref={menu}
          id="menu"
          popover="auto"
          data-follows
          className="panel menu"
          aria-label={m.header_main()}
          onToggle={(event) => setIsOpen(event.newState === 'open')}
        >
          <MainLinks />
        </nav>
        {!hasOwnSearch(pathname) && <HeaderSearch panel={search} />}
        {hasLanguages && <HeaderLanguages />}
        <button
          type="button"
          className="icon-button opens-menu"
          popoverTarget="menu"
          aria-label={m.header_menu()}
          aria-expanded={isOpen}
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}

function MainLinks() {
  const m = useMessages()
  const { pathname } = useLocation()
  const links = linksOf(m).map((link) => {
    const isHere = link.to === pathname
    return { ...link, isHere, isSwept: isHere || isWithin(link.to, pathname) }
  })
  return (
    <ul>
      {links.map(({ to, name, isHere, isSwept }) => (
        <li key={to}>
          <Link to={to} className="nav-link" aria-current={isHere ? 'page' : undefined}>
            <span className={isSwept ? 'swept' : 'sweeps'}>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Lists have a search of their own, which the header's gives way to; the admin area's is its first page. */
function hasOwnSearch(pathname: string) {
  return /^\/((practice(?!\/mine)|resources|search|questions)(\/|$)|admin\/?$)/.test(pathname)
}

function HeaderLanguages() {
  const m = useMessages()
  return (
    <>
      <LanguageSwitch
        id="languages"
        popover="auto"
        data-follows
        className="panel language-panel"
        aria-label={m.header_language()}
      />
      <button type="button" className="icon-button opens-languages" popoverTarget="languages">
        <span className="sr-only">{m.header_language()}</span>
        <span aria-hidden="true">
          <span lang="ta">அ</span>
          <span lang="en">A</span>
        </span>
      </button>
    </>
  )
}

function HeaderSearch({ panel }: { panel: RefObject<HTMLFormElement | null> }) {
  const m = useMessages()
  useLayoutEffect(() => {
    const form = panel.current
    // It was opened before there was anybody to answer.
    if (form?.matches(':popover-open') && !form.contains(document.activeElement)) form.q.focus()
    return () => {
      // Who searched here goes on in the search of the list; a phone's keyboard stays away from what was found.
      if (form?.contains(document.activeElement) && !form.matches(':popover-open'))
        requestAnimationFrame(() => document.querySelector<HTMLElement>('main [name="q"]')?.focus())
    }
  }, [panel])
  return (
    <>
      <Form
        ref={panel}
        id="search"
        popover="auto"
        data-follows
        role="search"
        action="/search"
        className="panel header-search"
        aria-label={m.header_all_papers()}
        onToggle={(event) => event.newState === 'open' && event.currentTarget.q.focus()}
      >
        <Icon name="search" size={20} />
        <SearchInput required placeholder={m.header_search_all()} aria-label={m.header_search_all()} />
        <SearchButton />
      </Form>
      <button
        type="button"
        className="icon-button opens-search"
        popoverTarget="search"
        aria-label={m.header_search()}
      >
        <Icon name="search" />
      </button>
    </>
  )
}

/** A class, a subject and a paper are parts of the free papers. */
function isWithin(to: string, pathname: string): boolean {
  return to === '/practice' && /^\/(resources|papers)\//.test(pathname)
}

/** In letters: beyond these a name has no room on one line next to a phone's three buttons, and next to the menu. */
const [WIDE, LONG] = [12, 18]

/** `mark` is in the place of the drawn sign. */
function Logo({ name, mark }: { name: string; mark?: React.ReactNode }) {
  const width = widthOf(name)
  const size = width > LONG ? 'logo-long' : width > WIDE ? 'logo-wide' : ''
  return (
    <span className="flex items-center gap-2.5 font-extrabold text-2xl/8 text-ink tracking-tight">
      {mark ?? <Sign />}
      <span className={`logo-name ${size}`.trim()}>{name}</span>
    </span>
  )
}

/** In Latin letters; those of Tamil and Devanagari are wider. */
function widthOf(name: string) {
  return [...name].reduce((width, letter) => width + (WIDER.test(letter) ? 1.4 : 1), 0)
}

const WIDER = /[\p{Script=Tamil}\p{Script=Devanagari}]/u

function Sign() {
  return (
    <svg width="34" height="34" viewBox="0 0 34 34" fill="none" aria-hidden="true">
      <rect x="3" y="2" width="24" height="30" rx="2" stroke="var(--ink)" strokeWidth="2.4" />
      <path d="M9 2v30" stroke="var(--margin-red)" strokeWidth="1.6" />
      <path
        d="m13 19 5 5L31 9"
        stroke="var(--pen)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
