import { flushSync } from 'react-dom'
import type { Centre } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'

/** The field of a path, or that of the list or group which it is a part of. */
export function fieldIn(form: HTMLFormElement | null, path: string): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? '-'
  return (
    fields.find((field) => nameOf(field) === path) ?? fields.find((field) => isWithin(path, nameOf(field)))
  )
}

/** What is typed is read as people write it when its field is left, which Enter does not do. It keeps the focus. */
export function readFocused(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('input:focus')
  flushSync(() => field?.blur())
  field?.focus()
}

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

/** The parts of a list, each with an id that stays its own when it is moved or changed: 1 and up. */
export type Identified = { parts: Json[]; ids: number[]; next: number }

export function identified(parts: Json[]): Identified {
  return { parts, ids: parts.map((_, at) => at + 1), next: parts.length + 1 }
}

/** A part moved, whose id goes with it, also where another one says the same. */
export function movedPart({ parts, ids, next }: Identified, from: number, to: number): Identified {
  const [part = null] = parts.slice(from)
  const [id = next] = ids.slice(from)
  return {
    parts: parts.toSpliced(from, 1).toSpliced(to, 0, part),
    ids: ids.toSpliced(from, 1).toSpliced(to, 0, id),
    next,
  }
}

export function withoutPart({ parts, ids, next }: Identified, at: number): Identified {
  return { parts: parts.toSpliced(at, 1), ids: ids.toSpliced(at, 1), next }
}

/**
 * The list as it is now, after any change: what stands where it stood keeps its id, what says the same elsewhere was
 * moved, and what else stands where something stood was changed there.
 */
export function followed(before: Identified, parts: Json[]): Identified {
  const was = before.parts.map((part) => JSON.stringify(part))
  const is = parts.map((part) => JSON.stringify(part))
  const ids: (number | undefined)[] = is.map((part, at) => (part === was[at] ? before.ids[at] : undefined))
  const isFree = (id: number | undefined) => id !== undefined && !ids.includes(id)
  for (const [at, part] of is.entries())
    ids[at] ??= before.ids.find((id, place) => was[place] === part && isFree(id))
  for (const at of is.keys()) if (isFree(before.ids[at])) ids[at] ??= before.ids[at]
  let { next } = before
  const whole = ids.map((id) => id ?? next++)
  return { parts, ids: whole, next }
}
