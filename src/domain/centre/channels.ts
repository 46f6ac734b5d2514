export const CHANNELS = [
  { id: 'facebook', name: 'Facebook' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'x', name: 'X' },
  { id: 'website', name: 'Website' },
  { id: 'youtube', name: 'YouTube' },
  { id: 'whatsapp', name: 'WhatsApp' },
  { id: 'telegram', name: 'Telegram' },
  { id: 'linkedin', name: 'LinkedIn' },
] as const
export type ChannelId = (typeof CHANNELS)[number]['id']

/** Those that the centre has, with their addresses. */
export function channelsOf({ channels }: { channels: Record<ChannelId, string> }) {
  return CHANNELS.flatMap(({ id, name }) => (channels[id] ? [{ id, name, address: channels[id] }] : []))
}

/** Those of the social bar: the website is where its visitor is. */
export function barChannelsOf(centre: { channels: Record<ChannelId, string> }) {
  return channelsOf(centre).filter(({ id }) => id !== 'website')
}
