import { CircleAlert, CloudOff, Laptop, Undo2, WifiOff, X } from 'lucide-react'
import { paperPath } from '#domain/catalogue/paper-path.ts'
import { authorName } from '#domain/journal/describe-entry.ts'
import type { News } from './tray-contents.ts'
import { unsent } from './tray-next.ts'
import type { Tray } from './tray-queue.ts'
import type { TrayRow } from './tray-row.ts'
import type { Tally } from './tray-tally.ts'
import { useOnline, useTrayPlace, useTrayState } from './use-tray.ts'

/** What is to be known before anything else: no connection, nothing kept, another tab, what was taken away. */
export function TrayNotices({ contents, tally }: { contents: Tray; tally: Tally }) {
  const { tray } = useTrayPlace()
  const { leads, keeps, isRead, isBehind } = useTrayState(tray)
  const online = useOnline()
  const waiting = unsent(contents).length
  const local = tally.rows.filter(({ step }) => step !== 'arrived').length
  const loose = tally.rows.filter(({ file }) => file === 'in-memory').length
  return (
    <>
      {!online && (
        <p className="desk-sheet desk-note tray-note" role="alert">
          <WifiOff aria-hidden="true" className="size-5" />
          <span>
            {waiting > 0
              ? `No connection: ${waiting} ${waiting === 1 ? 'file waits; it goes by itself.' : 'files wait; they go by themselves.'}`
              : 'No connection. What you type is kept.'}
          </span>
        </p>
      )}
      {online && isBehind && (
        <p className="desk-sheet desk-note tray-note" role="status">
          <CloudOff aria-hidden="true" className="size-5" />
          <span>What you typed last could not be saved on the site yet. It is kept here; trying again …</span>
        </p>
      )}
      {online && local > 0 && (
        <p className="desk-sheet desk-note tray-note">
          <Laptop aria-hidden="true" className="size-5" />
          <span>
            {local === 1
              ? '1 file is in this browser alone until it has arrived; nobody else sees it yet.'
              : `${local} files are in this browser alone until they have arrived; nobody else sees them yet.`}
          </span>
        </p>
      )}
      <NewsNote news={contents.news} />
      {isRead && !keeps && (
        <p className="desk-sheet desk-note tray-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>
            This browser keeps nothing, perhaps because the window is private. Stay on the desk until all are
            published.
          </span>
        </p>
      )}
      {keeps && loose > 0 && (
        <p className="desk-sheet desk-note tray-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>{`There is no room on this device to keep ${loose} of the files. They are lost when the page is closed before they are published.`}</span>
        </p>
      )}
      {isRead && !leads && tally.rows.length > 0 && (
        <p className="desk-sheet desk-note tray-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>Another tab is sending these files. You can work here as well; both show the same.</span>
        </p>
      )}
      {tally.away.length > 0 && (
        <p className="desk-sheet desk-note tray-note" role="status">
          <span>{`${tally.away.length} taken away${bySomebody(tally.away, tray.owner)}.`}</span>
          <button
            type="button"
            className="button button-line tray-do"
            onClick={() => tray.tell({ kind: 'put-back', ids: tally.away.map(({ uploadId }) => uploadId) })}
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Put back
          </button>
        </p>
      )}
    </>
  )
}

/** What others have published or taken away meanwhile. */
function NewsNote({ news }: { news: News[] }) {
  const { tray } = useTrayPlace()
  if (news.length === 0) return null
  const lines = new Map<string, News[]>()
  for (const each of news) {
    const who = each.by === null ? '' : each.by === tray.owner ? 'You' : authorName(each.by)
    const key = each.lost ? `${who} ${each.how} ${each.uploadId}` : `${who} ${each.how}`
    lines.set(key, [...(lines.get(key) ?? []), each])
  }
  return (
    <div className="desk-sheet desk-note tray-note">
      <div className="tray-news" role="status">
        {[...lines].map(([key, some]) => (
          <p key={key}>{sentenceOf(some, tray.owner)}</p>
        ))}
      </div>
      <button
        type="button"
        className="tray-away"
        aria-label="Close what others have done"
        onClick={() => tray.tell({ kind: 'news-read' })}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

/** "Meena published “Half-yearly”." or "Meena published 12 papers." */
function sentenceOf(news: News[], owner: string): string {
  const [first] = news
  if (!first) return ''
  const what =
    news.length === 1
      ? `“${first.title}”`
      : `${news.length} ${first.how === 'published' ? 'papers' : 'files'}`
  const who =
    first.by === null ? null : first.by === owner ? 'You, in another browser,' : authorName(first.by)
  const lost = first.lost ? ` What you typed last is not in it: ${first.lost}.` : ''
  if (first.how === 'published')
    return who
      ? `${who} published ${what}.${lost}`
      : `${what} ${news.length === 1 ? 'was' : 'were'} published.${lost}`
  const went = first.lost ? ` What you typed last went with it: ${first.lost}.` : ''
  if (first.how === 'removed') return `${who ?? 'Somebody'} took ${what} away.${went}`
  return `${what} ${news.length === 1 ? 'is' : 'are'} not on the server any more; drop it here again.`
}

/** " by Meena", unless it was only the one who looks. */
function bySomebody(rows: TrayRow[], owner: string): string {
  const by = new Set(rows.map(({ known }) => known?.away?.by ?? owner))
  if (by.size === 1 && by.has(owner)) return ''
  return ` by ${[...by].map((each) => (each === owner ? 'you' : authorName(each))).join(' and ')}`
}

/** What has been published of the last batch, with the way to each. */
export function PublishedSummary({ tally, isOver }: { tally: Tally; isOver: boolean }) {
  const { tray } = useTrayPlace()
  const { published, rows } = tally
  if (published.length === 0 || !isOver) return null
  const wait = rows.length === 0 ? '' : `, ${rows.length} ${rows.length === 1 ? 'waits' : 'wait'}`
  const close = () => tray.tell({ kind: 'forgotten', ids: published.map(({ uploadId }) => uploadId) })
  return (
    <section className="desk-sheet tray-published" aria-labelledby="published-heading">
      <div role="status">
        <h2 id="published-heading">{`${published.length} published${wait}`}</h2>
      </div>
      <button
        type="button"
        className="tray-away"
        aria-label="Close the list of published papers"
        onClick={close}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
      <details open={published.length <= 8}>
        <summary>See them on the site</summary>
        <ol>
          {published.map(({ uploadId, paper, fields }) => (
            <li key={uploadId}>
              {paper ? (
                <a href={paperPath(paper)} target="_blank" rel="noopener">
                  {paper.title}
                </a>
              ) : (
                fields.title
              )}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}
