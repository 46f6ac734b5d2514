import { flushSync } from 'react-dom'
import { isWithin } from './faults.ts'

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
