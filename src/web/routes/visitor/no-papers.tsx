import { Link } from 'react-router'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'

/** What stands in place of a list without papers: why, and what to do next. */
export function NoPapers({
  q,
  failed,
  home,
  none = 'No papers here yet. Look into another class or year meanwhile.',
}: {
  q: string
  failed: boolean
  home: string
  none?: string
}) {
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptySheet mark={failed ? '!' : '?'} />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty font-semibold text-xl leading-snug">
          {sentence(q, failed) ?? none}
        </p>
        {(q || failed) && (
          <Link className="button" to={home} reloadDocument={failed}>
            {failed ? 'Try again' : 'Show all papers'}
          </Link>
        )}
      </div>
    </div>
  )
}

function sentence(q: string, failed: boolean) {
  if (failed) return 'The papers could not be read just now. They are safe; try again in a moment.'
  if (q) return `No paper matches “${q}”. Try fewer words, or another spelling.`
}
