/**
 * Safe in the browser. Whose practice it is, of some who share a phone. `id` is empty for the first, who has what was there
 * before there were others; `name` is empty while nobody has given one.
 */
export type Profile = { id: string; name: string }

export const FIRST_PROFILE: Profile = { id: '', name: '' }
export const MOST_PROFILES = 3
export const LONGEST_NAME = 20

export function isProfile(stored: unknown): stored is Profile {
  const { id, name } = (stored ?? {}) as Partial<Profile>
  return typeof id === 'string' && /^[a-z0-9]{0,20}$/.test(id) && typeof name === 'string'
}

/** As it is kept; null for none, or for one that another profile has. */
export function nameFor(said: string, others: readonly Profile[]): string | null {
  const name = [...said.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, LONGEST_NAME).join('').trim()
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase())
  return name === '' || isTaken ? null : name
}

/** The one that was chosen last, where it is there still. */
export function profileIn(profiles: readonly Profile[], chosen: string): Profile {
  return profiles.find(({ id }) => id === chosen) ?? profiles[0] ?? FIRST_PROFILE
}
