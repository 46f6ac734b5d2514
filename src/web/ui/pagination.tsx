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
        {shownPages(page, pages).map((entry, at) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other name
            <li key={`gap ${at}`} aria-hidden="true" className="flex items-center text-quiet">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                className="page-number"
                to={hrefOf(entry)}
                aria-label={m.pagination_page({ page: entry })}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
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
  const all = pages <= 7 ? [1, 2, 3, 4, 5, 6, 7] : [1, page - 1, page, page + 1, pages]
  const numbers = [...new Set(all)].filter((number) => number >= 1 && number <= pages)
  return numbers.flatMap((number, at) =>
    at > 0 && number - (numbers[at - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}
