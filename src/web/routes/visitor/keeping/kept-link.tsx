import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useKeptIds } from './kept-ids.ts'

/** The way to what is kept, where something is. */
export function KeptLink() {
  const m = useMessages()
  if (useKeptIds().length === 0) return null
  return (
    <p>
      <Link className="action" to="/kept">
        <span className="sweeps">{m.kept_title()}</span>
      </Link>
    </p>
  )
}
