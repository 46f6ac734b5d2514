import { CircleAlert, Undo2, WifiOff, X } from 'lucide-react'
import { paperPath } from '#domain/catalogue/paper-path.ts'
import { unsent } from './tray-next.ts'
import type { Tray } from './tray-queue.ts'
import type { Tally } from './tray-tally.ts'
import { useOnline, useTrayPlace, useTrayState } from './use-tray.ts'

/** What is to be known before anything else: no connection, nothing kept, another tab, what was taken away. */
export function TrayNotices({ contents, tally }: { contents: Tray; tally: Tally }) {
  const { tray } = useTrayPlace()
  const { leads, keeps, isRead } = useTrayState(tray)
  const online = useOnline()
  const waiting = unsent(contents).length
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
          <span>{`${tally.away.length} taken away.`}</span>
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
