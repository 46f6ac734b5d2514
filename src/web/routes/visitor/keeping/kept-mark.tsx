import { useMessages } from '#web/language/use-messages.ts'
import { useIsKept } from './kept-ids.ts'

/** On a card, over its picture, so that nothing moves when it comes. */
export function KeptMark({ id }: { id: string }) {
  const m = useMessages()
  return useIsKept(id) && <span className="kept-mark" role="img" aria-label={m.kept_title()} />
}
