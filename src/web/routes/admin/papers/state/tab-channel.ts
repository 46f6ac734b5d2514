import { useEffect } from 'react'

const NAME = 'desk-papers'

/** Tells the desk in other tabs that papers have changed. */
export function tellOtherTabs() {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage('changed')
  channel.close()
}

/** Calls back when papers were changed in another tab. */
export function useOtherTabs(onChanged: () => void) {
  useEffect(() => {
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = onChanged
    return () => channel.close()
  }, [onChanged])
}
