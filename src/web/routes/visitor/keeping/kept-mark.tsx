import { useIsKept } from './kept-ids.ts'
import { useKeptTexts } from './kept-texts.ts'
import './kept-mark.css'

/** On a card, over its picture, so that nothing moves when it comes. */
export function KeptMark({ id }: { id: string }) {
  const texts = useKeptTexts()
  return useIsKept(id) && <span className="kept-mark" role="img" aria-label={texts.title} />
}
