import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from './icon.tsx'
import { paused } from './motion.ts'
import { useStore } from './use-store.ts'

/** Acts before hydration, too: what its press does is in start/before-hydration.ts. */
export function PauseButton() {
  const isStill = useStore(paused)
  const m = useMessages()
  return (
    <button
      type="button"
      className="icon-button pause"
      aria-label={isStill ? m.motion_play() : m.motion_pause()}
    >
      <Icon name={isStill ? 'play' : 'pause'} size={18} />
    </button>
  )
}
