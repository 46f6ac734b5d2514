import type { InboxEvent } from './inbox-queue.ts'

const NAME = 'desk-tray'

/** Posts to every open inbox, also those of this tab. */
export function announce(event: InboxEvent) {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(event)
  channel.close()
}

export type InboxChannel = { post(event: InboxEvent): void; close(): void }

/** Receives events of other tabs and of `announce`. */
export function openChannel(onEvent: (event: InboxEvent) => void): InboxChannel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, close() {} }
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<InboxEvent>) => onEvent(data)
  return { post: (event) => channel.postMessage(event), close: () => channel.close() }
}
