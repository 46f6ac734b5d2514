import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'

/** What is wrong, by the path of its field. */
export type Faults = Record<string, string>

export function faultsOf(document: unknown, present: Centre | undefined): Faults {
  const checked = checkCentre(document, present && [present])
  if ('centre' in checked) return {}
  const faults: Faults = {}
  for (const { field, message } of checked.faults) faults[field] ??= message
  return faults
}

export function withoutFaults(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !isWithin(field, path)))
}

export function faultsAt(faults: Faults, path: string): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => isWithin(field, path)))
}

export function isWithin(field: string, path: string): boolean {
  return field === path || (field.startsWith(path) && /^[.[]/.test(field.slice(path.length)))
}
