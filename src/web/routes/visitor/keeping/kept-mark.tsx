import { useIsKept } from './kept-ids.ts'
import { KEPT_TEXTS } from './kept-texts.ts'
import './kept-mark.css'

/** On a card, over its picture, so that nothing moves when it comes. */
export function KeptMark({ id }: { id: string }) {
  return useIsKept(id) && <span className="kept-mark" role="img" aria-label={KEPT_TEXTS.mark} />
}
