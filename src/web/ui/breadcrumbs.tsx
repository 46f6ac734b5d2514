import { Link } from '#web/link.tsx'
import './breadcrumbs.css'

export type Step = { name: string; path: string }

export function Breadcrumbs({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumbs">
        {[{ name: 'Home', path: '/' }, ...steps].map(({ name, path }) => (
          <li key={path}>
            <Link className="action" to={path}>
              <span className="sweeps">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
