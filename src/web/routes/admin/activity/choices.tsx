import { Link } from 'react-router'

export function Choices({
  label,
  choices,
}: {
  label: string
  choices: { name: string; to: string; current: boolean }[]
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, to, current }) => (
          <li key={name}>
            <Link
              className="page-number"
              to={to}
              preventScrollReset
              replace
              aria-current={current ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
