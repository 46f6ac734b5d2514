import { useRef } from 'react'
import { Link } from 'react-router'
import { useSideways } from '../use-sideways.ts'

type Part = { id: string; to: string; name: string; mark: string; isOpen: boolean }

/** One line on a phone, which scrolls to the part that is open. */
export function Parts({ parts }: { parts: Part[] }) {
  const line = useRef<HTMLElement>(null)
  useSideways(line, '[aria-current]', parts.find(({ isOpen }) => isOpen)?.id ?? '')
  return (
    <nav ref={line} aria-label="Parts of the site" className="sideways">
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
    </nav>
  )
}
