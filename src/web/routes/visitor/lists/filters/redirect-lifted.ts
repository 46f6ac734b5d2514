import { redirect } from 'react-router'
import type { LevelCount } from '#domain/search/levels/count-levels.server.ts'
import type { ListAddress } from '../list-address.ts'
import { type ActiveFilters, addressWith } from './active-filters.ts'

/** For forms without JavaScript: throws a redirect to the list without the words of a facet that was set to "any". */
export function redirectLifted(
  { lifted }: Pick<ListAddress, 'lifted'>,
  list: Omit<ActiveFilters, 'facets' | 'years'>,
) {
  const part = list.understood.parts.find(({ facet }) => lifted.includes(facet))
  if (!part) return
  const others = Object.fromEntries(lifted.map((facet) => [facet, 'any']))
  const isLast = list.understood.parts.filter(({ facet }) => lifted.includes(facet)).length === 1
  throw redirect(addressWith(list, { ...(isLast ? {} : others), q: part.without }))
}

/** For forms without JavaScript, in which another subject or class was chosen: throws a redirect to the list without a
 * level that none of its papers has. */
export function redirectLevel(
  list: Omit<ActiveFilters, 'facets' | 'years'> & { levels: LevelCount[]; isBeingMade: boolean },
) {
  const { filter, levels, q, isBeingMade } = list
  if (!filter.level || isBeingMade) return
  const isNone = levels.length === 0 || (q === '' && levels.every(({ papers }) => papers === 0))
  if (isNone) throw redirect(addressWith(list, { level: '' }))
}
