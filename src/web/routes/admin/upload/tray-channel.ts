import type { TrayEvent } from './tray-queue.ts'

/** What happens on the tray in one tab is told to the others. */
const NAME = 'desk-tray'

/** Tells every open tray, those of this tab too. */
export function announce(event: TrayEvent) {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(event)
  channel.close()
}

export type TrayChannel = { tell(event: TrayEvent): void; close(): void }

/** Hears what other tabs and other parts of this one tell, until it is closed. */
export function openChannel(onEvent: (event: TrayEvent) => void): TrayChannel {
  if (typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} }
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<TrayEvent>) => onEvent(data)
  return { tell: (event) => channel.postMessage(event), close: () => channel.close() }
}
