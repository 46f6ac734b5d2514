import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Bookmark } from '#domain/sitting/bookmarks.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { BookmarkButton } from './bookmark-button.tsx'
import { QuestionImage } from './question-image.tsx'

/** Questions that somebody wants to find again, as they are printed. */
export function Bookmarks({ bookmarks }: { bookmarks: readonly Bookmark[] }) {
  const m = useMessages()
  if (bookmarks.length === 0) return null
  return (
    <section aria-labelledby="mine-bookmarks">
      <h2 id="mine-bookmarks" className="mine-heading">
        {m.mine_bookmarks()} <small>[{m.questions_count({ count: bookmarks.length })}]</small>
      </h2>
      <ul className="mine-cards">
        {bookmarks.map((bookmark) => (
          <OneBookmark key={bookmark.id} bookmark={bookmark} />
        ))}
      </ul>
    </section>
  )
}

function OneBookmark({ bookmark }: { bookmark: Bookmark }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { paper, question, page, pages, shown } = bookmark
  const { id, number, marks, text } = question
  const title = labels.shortTitle(paper.title)
  const name = m.questions_one({ number })
  return (
    <li className="mine-card" data-subject={paper.subject}>
      <h3>
        <Link to={paperPath(paper) + questionAddress(page, pages, id)}>{name}</Link>
        {marks !== null && <small>{` [${m.questions_marks({ count: marks })}]`}</small>}
      </h3>
      <p lang={langOf(title)}>{`${title} · ${labels.monthOf(paper)}`}</p>
      {'address' in shown ? (
        <div className="sit-cut">
          <img
            src={shown.address}
            width={shown.width}
            height={shown.height}
            alt={`${name}. ${text}`}
            lang={langOf(text)}
            loading="lazy"
          />
        </div>
      ) : (
        <QuestionImage
          paper={{ id: paper.id, pages: shown.pages, base: shown.base }}
          question={{ id, number, areas: shown.areas, text }}
        />
      )}
      <p>
        <BookmarkButton bookmark={bookmark} />
      </p>
    </li>
  )
}
