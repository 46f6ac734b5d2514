import { CircleAlert, CloudOff, Laptop, Repeat2, Undo2, WifiOff, X } from 'lucide-react'
import { useState } from 'react'
import { type LearntCorrection, learnCorrections } from '#domain/autofill/like-corrections.ts'
import { fullTitle } from '#domain/language/labels.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { FieldName } from '#domain/paper/form-fields.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { ownState } from '#web/state-boards.ts'
import { useOnline } from '#web/ui/use-store.ts'
import { authorName } from '../journal/describe-entry.ts'
import { optionsOf } from '../paper-inputs.tsx'
import { type Inbox, type News, present, type Tally, unsent } from './inbox-contents.ts'
import { type FieldBefore, fieldBefore, type InboxRow } from './inbox-row.ts'
import { useInboxPlace, useInboxState } from './use-inbox.ts'

export function InboxNotices({ contents, tally }: { contents: Inbox; tally: Tally }) {
  const { inbox } = useInboxPlace()
  const { leads, keeps, isRead, isBehind } = useInboxState(inbox)
  const online = useOnline()
  const waiting = unsent(contents).length
  const local = tally.rows.filter(({ step }) => step !== 'arrived').length
  const loose = tally.rows.filter(({ file }) => file === 'in-memory').length
  return (
    <>
      {!online && (
        <p className="admin-sheet admin-note inbox-note" role="alert">
          <WifiOff aria-hidden="true" className="size-5" />
          <span>
            {waiting > 0
              ? `No connection: ${waiting} ${waiting === 1 ? 'file waits; it goes by itself.' : 'files wait; they go by themselves.'}`
              : 'No connection. What you type is kept.'}
          </span>
        </p>
      )}
      {online && isBehind && (
        <p className="admin-sheet admin-note inbox-note" role="status">
          <CloudOff aria-hidden="true" className="size-5" />
          <span>What you typed last could not be saved on the site yet. It is kept here; trying again …</span>
        </p>
      )}
      {online && local > 0 && (
        <p className="admin-sheet admin-note inbox-note">
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
        <p className="admin-sheet admin-note inbox-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>
            This browser keeps nothing, perhaps because the window is private. Stay on these pages until all
            are published.
          </span>
        </p>
      )}
      {keeps && loose > 0 && (
        <p className="admin-sheet admin-note inbox-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>{`There is no room on this device to keep ${loose} of the files. They are lost when the page is closed before they are published.`}</span>
        </p>
      )}
      {isRead && !leads && tally.rows.length > 0 && (
        <p className="admin-sheet admin-note inbox-note" role="status">
          <CircleAlert aria-hidden="true" className="size-5" />
          <span>Another tab is sending these files. You can work here as well; both show the same.</span>
        </p>
      )}
      {tally.away.length > 0 && (
        <p className="admin-sheet admin-note inbox-note" role="status">
          <span>{`${tally.away.length} taken away${bySomebody(tally.away, inbox.owner)}.`}</span>
          <button
            type="button"
            className="button button-line inbox-do"
            onClick={() =>
              inbox.dispatch({ kind: 'put-back', ids: tally.away.map(({ uploadId }) => uploadId) })
            }
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Put back
          </button>
        </p>
      )}
    </>
  )
}

function NewsNote({ news }: { news: News[] }) {
  const { inbox } = useInboxPlace()
  if (news.length === 0) return null
  const lines = new Map<string, News[]>()
  for (const each of news) {
    const who = each.by === null ? '' : each.by === inbox.owner ? 'You' : authorName(each.by)
    const key = each.lost ? `${who} ${each.how} ${each.uploadId}` : `${who} ${each.how}`
    lines.set(key, [...(lines.get(key) ?? []), each])
  }
  return (
    <div className="admin-sheet admin-note inbox-note">
      <div className="grid flex-1 gap-1 wrap-anywhere" role="status">
        {[...lines].map(([key, some]) => (
          <p key={key}>{describeNews(some, inbox.owner)}</p>
        ))}
      </div>
      <button
        type="button"
        className="inbox-away"
        aria-label="Close what others have done"
        onClick={() => inbox.dispatch({ kind: 'news-read' })}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

function describeNews(news: News[], owner: string): string {
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

/** '' when it was only the current user. */
function bySomebody(rows: InboxRow[], owner: string): string {
  const by = new Set(rows.map(({ known }) => known?.away?.by ?? owner))
  if (by.size === 1 && by.has(owner)) return ''
  return ` by ${[...by].map((each) => (each === owner ? 'you' : authorName(each))).join(' and ')}`
}

export function PublishedSummary({ tally, isOver }: { tally: Tally; isOver: boolean }) {
  const { inbox } = useInboxPlace()
  const { published, rows } = tally
  if (published.length === 0 || !isOver) return null
  const wait = rows.length === 0 ? '' : `, ${rows.length} ${rows.length === 1 ? 'waits' : 'wait'}`
  const close = () => inbox.dispatch({ kind: 'forgotten', ids: published.map(({ uploadId }) => uploadId) })
  return (
    <section className="admin-sheet inbox-published" aria-labelledby="published-heading">
      <div role="status">
        <h2 id="published-heading">{`${published.length} published${wait}`}</h2>
      </div>
      <button
        type="button"
        className="inbox-away"
        aria-label="Close the list of published papers"
        onClick={close}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
      <details open={rows.length === 0 && published.length <= 8}>
        <summary className="list-item w-fit py-2 cursor-pointer font-semibold">See them on the site</summary>
        <ol className="columns-[20rem] gap-x-8">
          {published.map(({ uploadId, paper, fields }) => (
            <li key={uploadId} className="break-inside-avoid">
              {paper ? (
                <a
                  className="inline-block py-1 pointer-coarse:py-2"
                  href={paperPath(paper)}
                  target="_blank"
                  rel="noopener"
                >
                  {fullTitle(paper)}
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

type Done = { name: FieldName; value: string; label: string; before: Record<string, FieldBefore> }

/** After two like corrections: the same for the rest of the batch, and the way back. */
export function LearntOffer({ contents }: { contents: Inbox }) {
  const { inbox, now } = useInboxPlace()
  const own = ownState(useCentre())
  const [done, setDone] = useState<Done | null>(null)
  const [declined, setDeclined] = useState<string[]>([])
  const offer = learnCorrections(present(contents).map(toCorrected)).find(
    ({ field, value }) => !declined.includes(keyOf(field, value)),
  )
  const accept = ({ field: name, value, ids }: LearntCorrection, label: string) => {
    const { rows } = inbox.read()
    const before = ids.flatMap((id): [string, FieldBefore][] => {
      const row = rows[id]
      return row ? [[id, fieldBefore(row, name)]] : []
    })
    setDone({ name, value, label, before: Object.fromEntries(before) })
    inbox.dispatch({ kind: 'typed', ids, name, value })
  }
  const undo = ({ name, value, before }: Done) => {
    // What was just undone is not offered again at once.
    setDeclined([...declined, keyOf(name, value)])
    inbox.dispatch({ kind: 'typed-back', name, before })
    setDone(null)
  }
  if (offer) {
    const label = labelOf(offer.field, offer.value, now, own)
    return (
      <div key="offer" className="admin-sheet admin-note inbox-note">
        <Repeat2 aria-hidden="true" className="size-5 max-md:hidden" />
        <p role="status">{sentenceOf(offer, label)}</p>
        <button type="button" className="button button-line inbox-do" onClick={() => accept(offer, label)}>
          {`Set for ${offer.ids.length} more`}
        </button>
        <button
          type="button"
          className="inbox-away"
          aria-label={`Do not set ${label} for others`}
          onClick={() => setDeclined([...declined, keyOf(offer.field, offer.value)])}
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    )
  }
  if (!done) return null
  const count = Object.keys(done.before).length
  return (
    <div key="done" className="admin-sheet admin-note inbox-note">
      <p role="status">{`${done.label} set for ${count} more ${count === 1 ? 'file' : 'files'}.`}</p>
      <button
        type="button"
        className="button button-line inbox-do"
        ref={focusAtOnce}
        onClick={() => undo(done)}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Undo
      </button>
      <button type="button" className="inbox-away" aria-label="Close" onClick={() => setDone(null)}>
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

/** The button that was pressed is gone: the way back takes its place. */
function focusAtOnce(button: HTMLButtonElement | null) {
  if (button && document.activeElement === document.body) button.focus({ preventScroll: true })
}

function sentenceOf({ trait, corrected, ids }: LearntCorrection, label: string) {
  const files = `${corrected} files`
  const others = `${ids.length} more ${ids.length === 1 ? 'has' : 'have'}`
  if (trait.kind === 'word')
    return `You set ${label} for ${files} with “${trait.text}” in their names. ${others} it.`
  const areThere = `${ids.length} more ${ids.length === 1 ? 'is' : 'are'} there`
  return `You set ${label} for ${files} of the folder “${trait.text}”. ${areThere}.`
}

function keyOf(name: string, value: string) {
  return `${name}=${value}`
}

function labelOf(name: FieldName, value: string, now: Date, own: string) {
  return optionsOf(name, now, own).find(([known]) => known === value)?.[1] ?? value
}

function toCorrected(row: InboxRow) {
  const { uploadId: id, name, folders = '', fields, guessed = {}, byHand: typed, doubtful } = row
  return { id, name, folders, fields, guessed, typed, doubtful, isOpen: !row.confirmed && !row.publishing }
}
