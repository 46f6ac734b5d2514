import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

const WAYS = {
  papers: (m: Messages) => ['/practice', m.way_on_papers(), m.way_on_papers_text()] as const,
  plans: (m: Messages) => ['/pricing', m.way_on_plans(), m.way_on_plans_text()] as const,
  contact: (m: Messages) => ['/contact', m.way_on_contact(), m.way_on_contact_text()] as const,
  about: (m: Messages) => ['/about', m.way_on_about(), m.way_on_about_text()] as const,
  reasons: (m: Messages) => ['/why-us', m.way_on_reasons(), m.way_on_reasons_text()] as const,
}

export function NextLinks({ to: ways }: { to: (keyof typeof WAYS)[] }) {
  const m = useMessages()
  return (
    <nav className="turn-over" aria-label={m.way_on_label()}>
      <p>
        <abbr title={m.way_on_turn_over()}>P.T.O.</abbr>
      </p>
      <ul>
        {ways
          .map((way) => WAYS[way](m))
          .map(([to, name, text]) => (
            <li key={to}>
              <Link to={to}>
                <b className="sweeps">{name}</b>
                <span>{text}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
