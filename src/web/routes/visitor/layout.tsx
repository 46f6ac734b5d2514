import { Link, NavLink, Outlet } from 'react-router'
import { site } from '#site'
import { FailedPage } from '#web/ui/failed-page.tsx'
import { Logo } from '#web/ui/logo.tsx'
import type { Route } from './+types/layout'

/** What stands around every page. */
export default function VisitorLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <main id="content" className="page">
        <FailedPage error={error} showStack={import.meta.env.DEV} />
      </main>
    </Frame>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <a href="#content" className="button -translate-y-24 focus:translate-y-0 fixed top-2 left-2 z-20">
        Skip to the papers
      </a>
      <header className="sticky top-0 z-10 border-edge border-b bg-paper print:static">
        <div className="wrap flex h-14 items-center justify-between gap-2 md:h-18">
          <Link to="/" className="flex min-h-11 items-center no-underline" aria-label={`${site.name}, home`}>
            <Logo />
          </Link>
          <nav aria-label="Main">
            <NavLink to="/practice" className="nav-link">
              {({ isActive }) => <span className={isActive ? 'swept' : 'sweeps'}>Free Question paper</span>}
            </NavLink>
          </nav>
        </div>
      </header>
      {children}
      <footer className="print:hidden">
        <p className="text-balance bg-mark px-4 py-5 text-center font-bold text-[#14233f] text-xl leading-tight md:text-2xl">
          Learning begins when the mind is open
        </p>
        <div className="bg-[#14233f] text-[#e9eef7] dark:bg-[#0b1814]">
          <div className="wrap flex flex-wrap justify-between gap-x-10 gap-y-1 py-8">
            <p className="font-semibold">{site.name}</p>
            <p className="opacity-80">{site.place}</p>
            <p className="opacity-80">No sign-in. No ads. We never ask your number.</p>
          </div>
        </div>
      </footer>
    </>
  )
}
