import { useLocation } from 'react-router'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useKeptIds } from './kept-ids.ts'

/** The way to what is kept, where something is; `searches` it for what the page looked for. */
export function KeptLink({ searches = false }: { searches?: boolean }) {
  const m = useMessages()
  const { search } = useLocation()
  const words = searches ? new URLSearchParams(search).get('q') : null
  if (useKeptIds().length === 0) return null
  return (
    <p>
      <Link className="action" to={words ? `/kept?${new URLSearchParams({ q: words })}` : '/kept'}>
        <span className="sweeps">{m.kept_title()}</span>
      </Link>
    </p>
  )
}
