import { Link } from 'react-router'

const WAYS = {
  papers: { to: '/practice', name: 'Free question papers', text: 'Open one now. Nothing to fill in.' },
  plans: { to: '/pricing', name: 'See the plans', text: 'More papers, study materials and a chat.' },
  contact: { to: '/contact', name: 'Ask us', text: 'Call, write, or come by.' },
  about: { to: '/about', name: 'Who we are', text: 'The team, and questions answered.' },
  reasons: { to: '/why-us', name: 'Why us', text: 'Four reasons, each to be checked.' },
}

export function WayOn({ to }: { to: (keyof typeof WAYS)[] }) {
  return (
    <nav className="turn-over" aria-label="Where to go next">
      <p>
        <abbr title="Please turn over">P.T.O.</abbr>
      </p>
      <ul>
        {to.map((way) => (
          <li key={way}>
            <Link to={WAYS[way].to}>
              <b className="sweeps">{WAYS[way].name}</b>
              <span>{WAYS[way].text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
