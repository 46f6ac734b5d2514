import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from '#web/ui/icon.tsx'

export function SearchButton({ busy = false }: { busy?: boolean }) {
  const m = useMessages()
  return (
    <button type="submit" className="button search-button">
      {busy && <span className="spinner" aria-hidden="true" />}
      <span>{m.search_button()}</span>
      {!busy && <Icon name="search" size={20} />}
    </button>
  )
}
