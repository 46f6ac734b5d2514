import { Link } from 'react-router'
import { useMessages } from '#web/language/use-messages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SavedLink } from '../downloads/save-list.tsx'

export function NoPapers({
  failed,
  home,
  none,
  sentence,
}: {
  failed: boolean
  home: string
  none?: string
  sentence?: string
}) {
  const m = useMessages()
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptyState mark={failed ? '!' : '?'} />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty font-semibold text-xl/snug">
          {failed ? (sentence ?? m.list_failed()) : (none ?? m.list_nothing_here())}
        </p>
        {failed && (
          <Link className="button" to={home} reloadDocument>
            {m.list_try_again()}
          </Link>
        )}
        {failed && <SavedLink searches />}
      </div>
    </div>
  )
}
