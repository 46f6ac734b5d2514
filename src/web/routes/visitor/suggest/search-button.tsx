import { useMessages } from '#web/language/use-messages.ts'
import { Mark } from '#web/ui/mark.tsx'

export function SearchButton({ busy = false }: { busy?: boolean }) {
  const m = useMessages()
  return (
    <button type="submit" className="button search-button">
      {busy && <span className="spinner" aria-hidden="true" />}
      <span>{m.search_button()}</span>
      {!busy && <Mark name="search" size={20} />}
    </button>
  )
}
