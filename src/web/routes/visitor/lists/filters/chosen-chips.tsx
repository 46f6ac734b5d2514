import { Link } from '#web/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { type ActiveFilters, addressWith, chosenOf } from './active-filters.ts'

/** Where nothing was found: what to take off, words too. Above a list, only what was read otherwise than it was typed. */
export function ChosenChips({ list, found = false }: { list: ActiveFilters; found?: boolean }) {
  const chosen = chosenOf(list).filter(({ part }) => !found || part?.corrected)
  const terms = found ? [] : list.understood.terms
  if (chosen.length + terms.length === 0) return null
  return (
    <ul className="chips" aria-label="Narrowed to">
      {chosen.map(({ facet, value, label, part, without }) => (
        <li key={`${facet}=${value}`}>
          <Chip to={without} label={label}>
            {part?.corrected && <small>(you typed {part.typed})</small>}
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
  return (
    <Link className="chip" to={to} preventScrollReset>
      <span className="sr-only">Take off </span>
      {label} {children}
      <Mark name="close" size={16} />
    </Link>
  )
}
