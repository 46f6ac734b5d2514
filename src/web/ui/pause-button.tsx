import { Mark } from './mark.tsx'
import { usePaused } from './use-paused.ts'

/** Acts before hydration, too: what its press does is in start/act-at-once.ts. */
export function PauseButton({ className = '' }: { className?: string }) {
  const isStill = usePaused()
  return (
    <button
      type="button"
      className={`icon-button pause ${className}`}
      aria-label={isStill ? 'Play moving parts' : 'Pause moving parts'}
    >
      <Mark name={isStill ? 'play' : 'pause'} size={18} />
    </button>
  )
}
