import { Mark } from './mark.tsx'
import { usePaused } from './motion.ts'

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
