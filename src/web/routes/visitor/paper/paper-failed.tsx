import { Link, useLocation } from 'react-router'
import { useMessages } from '#web/language/use-messages.ts'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import { KeptLink } from '../keeping/kept-link.tsx'

/** Where the paper could not be read; it may be on this phone. */
export function PaperFailed() {
  const m = useMessages()
  const { pathname } = useLocation()
  return (
    <div className="instead" role="status">
      <EmptySheet mark="!" />
      <div className="grid justify-items-start gap-5">
        <h1 className="text-[1.875rem] md:text-[2.25rem]">{m.paper_failed_heading()}</h1>
        <p className="max-w-[40ch] text-pretty text-xl/snug">{m.paper_failed_sentence()}</p>
        <Link className="button" to={pathname} reloadDocument>
          {m.list_try_again()}
        </Link>
        <KeptLink />
      </div>
    </div>
  )
}
