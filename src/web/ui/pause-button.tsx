import { Mark } from './mark.tsx'
import { usePaused } from './motion.ts'

/** Pauses all that moves by itself, and lets it move again. Not there where stillness is asked for already. */
export function PauseButton({ className = '' }: { className?: string }) {
  const [isStill, toggle] = usePaused()
  return (
    <button
      type="button"
      className={`icon-button pause ${className}`}
      onClick={toggle}
      aria-label={isStill ? 'Play moving parts' : 'Pause moving parts'}
    >
      <Mark name={isStill ? 'play' : 'pause'} size={18} />
    </button>
  )
}
