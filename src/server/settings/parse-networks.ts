import { isIP } from 'node:net'

/** Addresses and networks (CIDR) between commas; a string is the first part that is neither. */
export function parseNetworks(text: string): string[] | string {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.find((part) => !isNetwork(part)) ?? parts
}

function isNetwork(text: string) {
  const [address = '', prefix, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}
