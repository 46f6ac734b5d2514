import { dropRubbish } from './drop-rubbish.ts'

/** Most of a page's text that is kept, in UTF-16 units. */
const MOST_KEPT = 20_000

/** What a page really says, as lines of words; '' for a scan and for fonts whose letters are not what they show. */
export function cleanPageText(text: string): string {
  return dropRubbish(text.slice(0, MOST_KEPT).normalize('NFKC'))
}
