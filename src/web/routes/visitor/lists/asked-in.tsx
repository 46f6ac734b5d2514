import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { AskedIn as FoundYear } from '#domain/search/questions/read-found-questions.server.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

/** `path` leads to the question in a paper of that year. */
export type AskedYear = { year: number; path: string }

export function packYear({ year, paper, page, id }: FoundYear): AskedYear {
  return { year, path: paperPath(paper) + questionAddress(page, paper.pages, id) }
}

type AskedInProps = { years: AskedYear[]; own: number }

/** "Asked in 2019, 2021 and 2023": each year but the paper's own leads to the question there. */
export function AskedIn({ years, own }: AskedInProps) {
  const m = useMessages()
  const said = m.questions_asked_in({ years: useLabels().and(years.map(({ year }) => String(year))) })
  const pathOf = new Map(years.map(({ year, path }) => [String(year), path]))
  return (
    <span className="asked-in">
      {said.split(/(\d{4})/).map((part) => {
        const path = pathOf.get(part)
        return path && part !== String(own) ? (
          <Link key={part} to={path}>
            {part}
          </Link>
        ) : (
          part
        )
      })}
    </span>
  )
}
