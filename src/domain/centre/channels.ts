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
