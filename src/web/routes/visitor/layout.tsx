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
      <header className="sticky top-0 z-10 border-edge border-b bg-paper/95 print:static">
        <div className="wrap flex h-15 items-center justify-between gap-4 md:h-18">
          <Link to="/" className="no-underline" aria-label={`${site.name}, home`}>
            <Logo />
          </Link>
          <nav aria-label="Main">
            <NavLink to="/practice" className="action px-2 text-ink no-underline">
              {({ isActive }) => (
                <span className={isActive ? 'swept font-semibold' : undefined}>Free Question paper</span>
              )}
            </NavLink>
          </nav>
        </div>
      </header>
      {children}
      <footer className="print:hidden">
        <p className="bg-mark px-4 py-5 text-center font-bold text-2xl text-[#14233f]">
          Learning begins when the mind is open
        </p>
        <div className="bg-[#14233f] text-[#e9eef7] dark:bg-[#0b1814]">
          <div className="wrap flex flex-wrap justify-between gap-x-10 gap-y-2 py-9">
            <p className="font-semibold">{site.name}</p>
            <p className="opacity-80">{site.place}</p>
            <p className="opacity-80">No sign-in. No ads. We never ask your number.</p>
          </div>
        </div>
      </footer>
    </>
  )
}
