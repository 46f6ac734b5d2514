import { Link } from 'react-router'
import { Sideways } from '../sideways.tsx'

type Part = { id: string; to: string; name: string; mark: string; isOpen: boolean }

/** One line on a phone, which scrolls to the part that is open. */
export function Parts({ parts }: { parts: Part[] }) {
  return (
    <nav aria-label="Parts of the site" className="min-w-0">
      <Sideways chosen="[aria-current]" changed={parts.find(({ isOpen }) => isOpen)?.id}>
        <ul className="site-parts">
          {parts.map(({ id, to, name, mark, isOpen }) => (
            <li key={id}>
              <Link
                className="page-number"
                to={to}
                preventScrollReset
                replace
                aria-current={isOpen ? 'true' : undefined}
              >
                {name}
                {mark && <small>{mark}</small>}
              </Link>
            </li>
          ))}
        </ul>
      </Sideways>
    </nav>
  )
}
