import { useMessages } from '#web/language/use-messages.ts'
import { Mark } from './mark.tsx'
import { usePaused } from './use-paused.ts'

/** Acts before hydration, too: what its press does is in start/act-at-once.ts. */
export function PauseButton() {
  const isStill = usePaused()
  const m = useMessages()
  return (
    <button
      type="button"
      className="icon-button pause"
      aria-label={isStill ? m.motion_play() : m.motion_pause()}
    >
      <Mark name={isStill ? 'play' : 'pause'} size={18} />
    </button>
  )
}
