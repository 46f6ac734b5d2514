import { Mark } from '#web/ui/mark.tsx'

export function SearchButton({ busy = false }: { busy?: boolean }) {
  return (
    <button type="submit" className="button search-button">
      {busy && <span className="spinner" aria-hidden="true" />}
      <span>Search</span>
      {!busy && <Mark name="search" size={20} />}
    </button>
  )
}
