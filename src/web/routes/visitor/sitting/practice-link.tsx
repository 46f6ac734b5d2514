import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { hasPractice } from './has-practice.ts'

/** The way to My practice, where there is something in it. */
export function PracticeLink() {
  const m = useMessages()
  if (useStore(hasPractice) !== 'yes') return null
  return (
    <p>
      <Link className="action" to="/practice/mine">
        <span className="sweeps">{m.mine_title()}</span>
      </Link>
    </p>
  )
}
