import type { InboxEvent } from '../queue/inbox-queue.ts'

/** What happens in the inbox in one tab is told to the others. */
const NAME = 'desk-tray'

/** Tells every open inbox, those of this tab too. */
export function announce(event: InboxEvent) {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(event)
  channel.close()
}

export type InboxChannel = { post(event: InboxEvent): void; close(): void }

/** Receives what other tabs and other parts of this one post, until it is closed. */
export function openChannel(onEvent: (event: InboxEvent) => void): InboxChannel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, close() {} }
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<InboxEvent>) => onEvent(data)
  return { post: (event) => channel.postMessage(event), close: () => channel.close() }
}
