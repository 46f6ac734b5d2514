import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { type ActiveFilters, addressWith, chosenLabel, chosenOf } from './active-filters.ts'

/** Where nothing was found: what to take off, words too. Above a list, only what was read otherwise than it was typed. */
export function ChosenChips({ list, found = false }: { list: ActiveFilters; found?: boolean }) {
  const m = useMessages()
  const labels = useLabels()
  const chosen = chosenOf(list).filter(({ part }) => !found || part?.corrected)
  const terms = found ? [] : list.understood.terms
  if (chosen.length + terms.length === 0) return null
  return (
    <ul className="chips" aria-label={m.filters_narrowed_to()}>
      {chosen.map((each) => (
        <li key={`${each.facet}=${each.value}`}>
          <Chip to={each.without} label={chosenLabel(each, labels, m)}>
            {each.part?.corrected && <small>{m.filters_you_typed({ words: each.part.typed })}</small>}
          </Chip>
        </li>
      ))}
      {terms.map((term) => (
        <li key={`word=${term.typed}`}>
          <Chip to={addressWith(list, { q: term.without })} label={`“${term.typed}”`} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ to, label, children }: { to: string; label: string; children?: React.ReactNode }) {
  const m = useMessages()
  return (
    <Link className="chip" to={to} preventScrollReset>
      <span className="sr-only">{`${m.filters_take_off()} `}</span>
      {label} {children}
      <Mark name="close" size={16} />
    </Link>
  )
}
