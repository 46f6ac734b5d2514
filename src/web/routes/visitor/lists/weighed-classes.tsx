import type { WeighedClass } from '#domain/search/questions/weightage.server.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { ownState } from '#web/state-boards.ts'
import { addressOf } from './list-address.ts'

type ClassesProps = { path: string; classes: WeighedClass[]; shown: WeighedClass | null }

/** Each class that has questions of sure chapters, as a link. */
export function WeighedClasses({ path, classes, shown }: ClassesProps) {
  const m = useMessages()
  const labels = useLabels()
  const own = ownState(useCentre())
  if (classes.length === 0) return null
  return (
    <nav className="flex flex-wrap gap-2 mt-3" aria-label={m.filters_class()}>
      {classes.map((each) => {
        const address = addressOf(path, { ...each })
        const isShown = shown !== null && address === addressOf(path, { ...shown })
        const state = each.board && each.board !== own ? ` · ${labels.facet('board', each.board)}` : ''
        const course = each.course && ` · ${each.course.slice(0, 1).toUpperCase()}${each.course.slice(1)}`
        return (
          <Link
            key={address}
            className="page-number"
            to={address}
            aria-current={isShown ? 'page' : undefined}
          >
            {labels.shortDegree(each.type, each.grade) + course + state}
          </Link>
        )
      })}
    </nav>
  )
}
