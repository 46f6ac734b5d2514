import { isWithin } from '../use-site.ts'

/** The field of a path, or that of the list or group which it is a part of. */
export function fieldIn(form: HTMLFormElement | null, path: string): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? '-'
  return (
    fields.find((field) => nameOf(field) === path) ?? fields.find((field) => isWithin(path, nameOf(field)))
  )
}
