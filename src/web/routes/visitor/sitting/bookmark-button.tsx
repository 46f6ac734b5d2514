import { type Bookmark, toggleBookmark } from '#domain/sitting/bookmarks.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { useStore } from '#web/ui/use-store.ts'
import { bookmarksOf } from './bookmarked.ts'
import { hasPractice } from './has-practice.ts'
import { useProfile } from './profiles.ts'

type ButtonProps = { bookmark: Bookmark }

/** Puts a question into the practice of whoever is chosen, and takes it out again; on this device alone, so not without scripts. */
export function BookmarkButton({ bookmark }: ButtonProps) {
  const m = useMessages()
  const bookmarked = bookmarksOf(useProfile().id)
  const isThere = useStore(bookmarked).some(({ id }) => id === bookmark.id)
  const words = isThere ? m.bookmark_is() : m.bookmark_add()
  return (
    <button
      type="button"
      className="action noscript:hidden"
      aria-pressed={isThere}
      aria-label={`${words}: ${m.questions_one({ number: bookmark.question.number })}`}
      onClick={() => {
        bookmarked.set(toggleBookmark(bookmarked.read(), bookmark))
        hasPractice.set('yes')
      }}
    >
      <span className="sweeps">{words}</span>
    </button>
  )
}
