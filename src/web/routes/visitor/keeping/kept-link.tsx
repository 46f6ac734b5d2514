import { Link } from '#web/link.tsx'
import { useKeptIds } from './kept-ids.ts'
import { KEPT_TEXTS } from './kept-texts.ts'

/** The way to what is kept, where something is. */
export function KeptLink() {
  if (useKeptIds().length === 0) return null
  return (
    <p>
      <Link className="action" to="/kept">
        <span className="sweeps">{KEPT_TEXTS.title}</span>
      </Link>
    </p>
  )
}
