import type { FieldName } from '../queue/inbox-row.ts'
import type { DeskInbox } from '../queue/open-inbox.ts'

/** Enter goes to the same field of the next row, with Shift of the one before; Ctrl+D or ⌘D copies from above. */
export function onRegisterKey(event: React.KeyboardEvent, inbox: DeskInbox) {
  const field = event.target as HTMLElement
  const name = field.dataset.field as FieldName | undefined
  const line = field.closest('[data-row]')
  if (!name || !line || event.nativeEvent.isComposing) return
  const isCopy = event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)
  if (isCopy) {
    event.preventDefault()
    const above = inbox.read().rows[rowOf(line.previousElementSibling)]
    if (above) inbox.dispatch({ kind: 'typed', ids: [rowOf(line)], name, value: above.fields[name] })
  } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    const next = event.shiftKey ? line.previousElementSibling : line.nextElementSibling
    const same = next?.querySelector<HTMLElement>(`[data-field="${name}"]`)
    same?.focus()
    if (same instanceof HTMLInputElement) same.select()
  }
}

function rowOf(line: Element | null): string {
  return (line as HTMLElement | null)?.dataset.row ?? ''
}
