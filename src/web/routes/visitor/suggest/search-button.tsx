import { Mark } from '#web/ui/mark.tsx'

export function SearchButton({ className = '', busy = false }: { className?: string; busy?: boolean }) {
  return (
    <button
      type="submit"
      className={`button max-[30rem]:w-12 max-[30rem]:shrink-0 max-[30rem]:px-0 ${className}`}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      <span className="max-[30rem]:sr-only">Search</span>
      {!busy && (
        <span className="min-[30rem]:hidden">
          <Mark name="search" size={20} />
        </span>
      )}
    </button>
  )
}
