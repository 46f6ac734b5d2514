import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

export function Pagination({
  page,
  pages,
  hrefOf,
}: {
  page: number
  pages: number
  hrefOf: (page: number) => string
}) {
  const m = useMessages()
  if (pages <= 1) return null
  return (
    <nav aria-label={m.pagination_label()} className="mt-10">
      <ul className="flex flex-wrap gap-2">
        {shownPages(page, pages).map((shown, at) =>
          shown === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other name
            <li key={`gap ${at}`} aria-hidden="true" className="grid w-6 place-items-center text-quiet">
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                className="page-number"
                to={hrefOf(shown)}
                aria-label={m.pagination_page({ page: shown })}
                aria-current={shown === page ? 'page' : undefined}
              >
                {shown}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

/** The first, the last and the neighbours of the current page; null is a gap. */
function shownPages(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= (pages <= 7 ? 7 : 1),
  )
  return shown.flatMap((number, at) =>
    at > 0 && number - (shown[at - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}
