import type { Part } from '#domain/page-images/page-parts.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { usePagesToCome } from './use-pages-to-come.ts'

export function PagesSoon({ part, onBegin }: { part: Part; onBegin: () => void }) {
  const m = useMessages()
  const isLooking = usePagesToCome(part.isDone, part.drawn)
  if (part.isDone && part.drawn === 0) return null
  return (
    <div className="read-here-soon" role="status">
      {part.drawn > 0 ? (
        <>
          <p>{m.reader_pages_ready()}</p>
          <button type="button" className="button button-line" onClick={onBegin}>
            {m.reader_read_here()}
          </button>
        </>
      ) : (
        <p>{isLooking ? m.reader_soon() : m.reader_not_yet()}</p>
      )}
    </div>
  )
}
