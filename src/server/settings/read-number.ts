import { isIP } from 'node:net'

/** A setting that cannot be used; the message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** A whole number from 0 to `most`, or `unset`; throws ConfigError. */
export function readNumber(name: string, value: string | null, unset: number, most: number): number {
  if (value === null) return unset
  if (!/^\d+$/.test(value) || Number(value) > most) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${most}, not "${value}".`)
  }
  return Number(value)
}

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
