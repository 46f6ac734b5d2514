import { type Bookmark, isBookmark } from '#domain/sitting/bookmarks.ts'
import { parseList } from '#web/ui/store.ts'
import { ofProfiles } from './profiles.ts'

/** Questions to find again, the last marked first. */
export const bookmarksOf = ofProfiles<readonly Bookmark[]>([], {
  key: 'practice-bookmarks',
  parse: parseList<Bookmark>(isBookmark),
})
