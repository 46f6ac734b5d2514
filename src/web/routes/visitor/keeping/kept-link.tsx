import { Link } from '#web/link.tsx'
import { useKeptIds } from './kept-ids.ts'
import { useKeptTexts } from './kept-texts.ts'

/** The way to what is kept, where something is. */
export function KeptLink() {
  const texts = useKeptTexts()
  if (useKeptIds().length === 0) return null
  return (
    <p>
      <Link className="action" to="/kept">
        <span className="sweeps">{texts.title}</span>
      </Link>
    </p>
  )
}
