import { LRUCache } from 'lru-cache'

/** Of 3 KB each at most, with its key: 6 MB. */
const MOST_FRAGMENTS = 2_000
const CACHED = '<template data-cached="'
const BEGIN = '<template data-begin="'
const END = '<template data-end="'
const CLOSED = '"></template>'

const cache = new LRUCache<string, string>({ max: MOST_FRAGMENTS })

/** What one page takes from the cache of fragments, and adds to it. */
export class PageFragments {
  readonly #fragments: { key: string; html: string | undefined }[] = []
  readonly #of: string

  /** `of`: what all fragments of the page depend on. */
  constructor(of: string) {
    this.#of = of
  }

  /** Its place on the page, and whether it is in the cache. */
  find(name: string, props: unknown): { at: number; isCached: boolean } {
    const key = `${name} ${this.#of} ${JSON.stringify(props)}`
    const html = cache.get(key)
    return { at: this.#fragments.push({ key, html }) - 1, isCached: html !== undefined }
  }

  /** The page with its fragments in place; keeps those that were drawn. Text cannot forge a mark: its "<" is escaped. */
  complete(html: string): string {
    const pieces: string[] = []
    let from = 0
    for (const [at, fragment] of this.#fragments.entries()) {
      const mark = (fragment.html === undefined ? BEGIN : CACHED) + at + CLOSED
      const begin = html.indexOf(mark, from)
      // In a part that failed and was drawn otherwise.
      if (begin < 0) continue
      pieces.push(html.slice(from, begin))
      from = begin + mark.length
      if (fragment.html === undefined) {
        const end = html.indexOf(END + at + CLOSED, from)
        fragment.html = html.slice(from, end)
        cache.set(fragment.key, fragment.html)
        from = end + (END + at + CLOSED).length
      }
      pieces.push(fragment.html)
    }
    return pieces.join('') + html.slice(from)
  }
}
