import { GRADES, PAPER_TYPES } from '#domain/paper/paper.ts'
import { ClassBubbles, type Shaded } from '#web/routes/visitor/class-bubbles/class-bubbles.tsx'
import { type ActiveFilters, addressWith, NOTHING_UNDERSTOOD } from '../filters/active-filters.ts'
import { saidOf } from '../filters/filter-choices.ts'
import { readListAddress } from '../list-address.ts'
import { useAskedList } from '../use-asked-list.ts'

type Changes = NonNullable<Parameters<typeof addressWith>[1]>

/**
 * Shaded is what the filters or the words of the search say, and a press takes the words out that say otherwise. Both
 * go by the list that is on its way, so that a second press adds to the first.
 */
export function ListBubbles({ list: shown }: { list: ActiveFilters }) {
  const search = useAskedList()
  const list = search === null ? shown : listAt(search, shown)
  const shaded: Shaded = {
    type: PAPER_TYPES.find((type) => type === (list.filter.type ?? saidOf(list, 'type'))),
    grade: GRADES.find((grade) => grade === (list.filter.grade ?? saidOf(list, 'grade'))),
  }
  function linkTo(next: Shaded) {
    const changes: Changes = {}
    for (const facet of ['type', 'grade'] as const) {
      if (next[facet] === shaded[facet]) continue
      const part = list.understood.parts.find((each) => each.facet === facet)
      // An exam ignores the words of a class: they stay.
      if (part) changes.q ??= part.without
      changes[facet] = next[facet] ?? ''
    }
    return addressWith(list, changes)
  }
  return <ClassBubbles shaded={shaded} linkTo={linkTo} />
}

/** Other words are understood when their list has come. */
function listAt(search: string, shown: ActiveFilters): ActiveFilters {
  const { filter, q } = readListAddress(new URL(search, 'https://list.example'))
  return { ...shown, filter, q, understood: q === shown.q ? shown.understood : NOTHING_UNDERSTOOD }
}
