import { type Bookmark, isBookmark } from '#domain/sitting/bookmarks.ts'
import { createStore, parseList } from '#web/ui/store.ts'

/** Questions to find again, the last marked first. */
export const bookmarked = createStore<readonly Bookmark[]>([], {
  key: 'practice-bookmarks',
  parse: parseList<Bookmark>(isBookmark),
})
