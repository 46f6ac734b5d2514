import { useMessages } from '#web/language/use-messages.ts'
import { type ActiveFilters, chosenOf } from './active-filters.ts'

export const FILTERS_ID = 'filters'

/** On a phone the filters are a native popover: it opens and closes without JavaScript. */
export function OpenFilters({ list }: { list: ActiveFilters }) {
  const m = useMessages()
  const chosen = chosenOf(list).length
  return (
    <button type="button" className="open-filters md:hidden" popoverTarget={FILTERS_ID}>
      {chosen > 0 ? m.filters_chosen({ count: chosen }) : m.filters_label()}
    </button>
  )
}
