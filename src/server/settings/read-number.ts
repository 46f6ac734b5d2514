import { ConfigError } from './config-error.ts'

/** A whole number from 0 to `most`, or `unset`; throws ConfigError. */
export function readNumber(name: string, value: string | null, unset: number, most: number): number {
  if (value === null) return unset
  if (!/^\d+$/.test(value) || Number(value) > most) {
    throw new ConfigError(`${name} must be a whole number from 0 to ${most}, not "${value}".`)
  }
  return Number(value)
}
