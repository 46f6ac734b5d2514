import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

export type Step = { name: string; path: string }

export function Breadcrumbs({ steps }: { steps: Step[] }) {
  const m = useMessages()
  return (
    <nav aria-label={m.crumbs_label()}>
      <ol className="breadcrumbs">
        {[{ name: m.crumbs_home(), path: '/' }, ...steps].map(({ name, path }) => (
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
