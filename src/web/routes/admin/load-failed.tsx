import { EmptyState } from '#web/ui/empty-state.tsx'

export function LoadFailed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className="instead admin-sheet" role="alert">
      <EmptyState mark="!" />
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[48ch] font-semibold text-lg leading-snug">{sentence}</p>
        <button type="button" className="button button-line" onClick={onRetry}>
          Try again
        </button>
      </div>
    </div>
  )
}
