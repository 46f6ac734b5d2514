import { GRADES, PAPER_TYPES } from '#domain/paper/paper.ts'
import type { Shaded } from '#web/routes/visitor/class-bubbles/class-bubbles.tsx'
import { type ActiveFilters, addressWith } from '../filters/active-filters.ts'
import { ANY, saidOf } from '../filters/filter-choices.ts'

type Changes = NonNullable<Parameters<typeof addressWith>[1]>

/** Shaded is what the filters or the words of the search say; a press takes the words out that say otherwise. */
export function bubblesOfList(list: ActiveFilters): { shaded: Shaded; linkTo(next: Shaded): string } {
  const shaded: Shaded = {
    type: PAPER_TYPES.find((type) => type === (list.filter.type ?? saidOf(list, 'type'))),
    grade: GRADES.find((grade) => grade === (list.filter.grade ?? saidOf(list, 'grade'))),
  }
  function linkTo(next: Shaded) {
    const changes: Changes = {}
    for (const facet of ['type', 'grade'] as const) {
      if (next[facet] === shaded[facet]) continue
      const [part, ...more] = list.understood.parts.filter((each) => each.facet === facet)
      // Said twice, it is taken out by the server. An exam ignores the words of a class, which stay.
      const isSaidTwice = more.length > 0
      if (part && !isSaidTwice && changes.q === undefined) changes.q = part.without
      changes[facet] = next[facet] ?? (isSaidTwice ? ANY : '')
    }
    return addressWith(list, changes)
  }
  return { shaded, linkTo }
}
