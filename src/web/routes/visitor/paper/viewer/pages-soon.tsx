import type { Part } from '#domain/page-images/page-parts.ts'
import { usePagesToCome } from './use-pages-to-come.ts'

export function PagesSoon({ part, onBegin }: { part: Part; onBegin: () => void }) {
  const isLooking = usePagesToCome(part.isDone, part.drawn)
  if (part.isDone && part.drawn === 0) return null
  return (
    <div className="read-here-soon" role="status">
      {part.drawn > 0 ? (
        <>
          <p>The pages are ready.</p>
          <button type="button" className="button button-line" onClick={onBegin}>
            Read them here
          </button>
        </>
      ) : (
        <p>
          {isLooking
            ? 'Its pages are being prepared, to be read here. That takes a moment; View Paper opens it now.'
            : 'Its pages cannot be read here yet. View Paper opens it now.'}
        </p>
      )}
    </div>
  )
}
