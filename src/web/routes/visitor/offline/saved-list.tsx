// Longer than other files: the list, its search, its room and its rows are one page that works offline.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sizeLabel } from '#domain/language/formats.ts'
import { unbroken } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { pageAddress } from '#domain/page-images/page-image.ts'
import { matchesPreference } from '#domain/paper/class-preference.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { ownState } from '#web/state-boards.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { SavedPaper } from '../downloads/offline-store.ts'
import { storedPreference } from '../lists/my-class.tsx'
import { readReadingPosition } from '../paper/reading-positions.ts'
import { SavedNote } from './saved-note.tsx'
import { type FoundSaved, searchSaved } from './search-saved.ts'

type ListProps = { papers: SavedPaper[] | null; isRefused: boolean; isMissing: boolean }

export function SavedList({ papers, isRefused, isMissing }: ListProps) {
  const m = useMessages()
  const labels = useLabels()
  const [searchParams, setAsked] = useSearchParams()
  const room = useRoom(papers)
  const [announcement, setSaid] = useState('')
  const words = papers ? (searchParams.get('q') ?? '') : ''
  const note = isMissing
    ? m.offline_not_here()
    : papers && searchParams.has('unreached')
      ? m.offline_unreached()
      : ''
  return (
    <>
      <div className="question">
        <h1>{m.offline_title()}</h1>
        {papers && papers.length > 0 && <span className="marks">[{labels.papers(papers.length)}]</span>}
      </div>
      {note && (
        <p className="saved-note" role="status">
          {note}
        </p>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {papers === null || papers.length === 0 ? (
        <Nothing
          sentence={
            isRefused ? m.offline_refused() : papers === null ? m.offline_loading() : m.offline_empty()
          }
        />
      ) : (
        <>
          <p className="mt-2 text-quiet text-xl text-balance">{roomLine(papers, room, m)}</p>
          <search className="saved-search">
            <input
              key={words}
              className="input"
              type="search"
              defaultValue={words}
              placeholder={m.offline_search()}
              aria-label={m.offline_search()}
              onInput={(event) => setAsked(withWords(event.currentTarget.value), { replace: true })}
            />
          </search>
          <Found papers={papers} words={words} onRemoved={(title) => setSaid(m.offline_removed({ title }))} />
          {room?.mayVanish && (
            <p className="saved-note">
              {room.isSafari
                ? m.offline_may_vanish_safari()
                : `${m.offline_may_vanish()} ${m.offline_install()}`}
            </p>
          )}
          <RemoveAll count={papers.length} onRemoved={() => setSaid(m.offline_removed_all())} />
        </>
      )}
    </>
  )
}

function Found({
  papers,
  words,
  onRemoved,
}: {
  papers: SavedPaper[]
  words: string
  onRemoved: (title: string) => void
}) {
  const m = useMessages()
  const labels = useLabels()
  const find = useFind(words !== '')
  const own = ownState(useCentre())
  const found = withPreferredFirst(find(papers, words), own)
  return (
    <>
      {words.trim() !== '' && (
        <p className="mt-3" role="status">
          {found.length === 0
            ? m.offline_found_nothing({ words })
            : m.offline_found({ count: found.length, words })}
        </p>
      )}
      <ul className="saved-rows" aria-label={m.offline_title()}>
        {found.map(({ paper, inside }) => (
          <SavedRow
            key={paper.id}
            saved={paper}
            inside={inside}
            onRemoved={() => onRemoved(labels.title(paper.paper.title))}
          />
        ))}
      </ul>
    </>
  )
}

/** The class that was said on this device goes first here, too. */
function withPreferredFirst(found: FoundSaved[], own: State): FoundSaved[] {
  const preference = storedPreference()
  if (!preference) return found
  const isFirst = ({ paper }: FoundSaved) => matchesPreference(paper.paper, preference, own)
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))]
}

/** By the letters alone until what understands a search is there: that is loaded with the first word. */
function useFind(isAsked: boolean) {
  const own = ownState(useCentre())
  const [find, setFind] = useState(() => searchSaved)
  useEffect(() => {
    if (!isAsked) return
    import('./search-understood.ts').then(
      ({ searchUnderstood }) => {
        const findBoth: typeof searchSaved = (papers, words) =>
          withOthers(searchUnderstood(papers, words, { own }), papers, words)
        setFind(() => findBoth)
      },
      () => {},
    )
  }, [isAsked, own])
  return find
}

/** What has the very letters is found, too, whatever they were understood as. */
function withOthers(found: FoundSaved[], papers: readonly SavedPaper[], words: string): FoundSaved[] {
  const known = new Set(found.map(({ paper }) => paper.id))
  return [...found, ...searchSaved(papers, words).filter(({ paper }) => !known.has(paper.id))]
}

function Nothing({ sentence }: { sentence: string }) {
  const m = useMessages()
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptyState mark="?" />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">{sentence}</p>
        <Link className="button" to="/practice">
          {m.offline_find()}
        </Link>
      </div>
    </div>
  )
}

function roomLine(papers: SavedPaper[], room: Room | null, m: Messages) {
  const used = sizeLabel(papers.reduce((sum, { bytes }) => sum + bytes, 0))
  if (room?.left == null) return m.offline_room({ used })
  return m.offline_room_left({ used, left: roomLabel(room.left) })
}

function roomLabel(bytes: number) {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes < 1 ? sizeLabel(bytes) : `${gigabytes.toFixed(1)} GB`
}

function withWords(words: string): Record<string, string> {
  return words === '' ? {} : { q: words }
}

/** Asks once more in the place of the button: nothing brings it back but the line. */
function RemoveAll({ count, onRemoved }: { count: number; onRemoved: () => void }) {
  const m = useMessages()
  const [isAsking, setAsking] = useState(false)
  async function remove() {
    const { removeAllSaved } = await import('../downloads/offline-store.ts')
    await removeAllSaved()
    onRemoved()
  }
  if (!isAsking)
    return (
      <button type="button" className="button button-line mt-6" onClick={() => setAsking(true)}>
        {m.offline_remove_all()}
      </button>
    )
  return (
    <div className="saved-note mt-6" role="alert">
      <p>{m.offline_remove_all_ask({ count })}</p>
      <p className="flex flex-wrap gap-3 mt-3">
        <button type="button" className="button button-danger" onClick={remove}>
          {m.offline_remove_all_yes()}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {m.offline_remove_all_no()}
        </button>
      </p>
    </div>
  )
}

/** Bytes; `left` is null where the browser does not say. `mayVanish`: it promised nothing. */
type Room = { left: number | null; mayVanish: boolean; isSafari: boolean }

function useRoom(papers: readonly SavedPaper[] | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved takes of the room.
  useEffect(() => {
    let isLeft = false
    readRoom().then(
      (read) => isLeft || setRoom(read),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [papers])
  return room
}

async function readRoom(): Promise<Room> {
  const { storage } = navigator
  const { quota, usage } = (await storage?.estimate?.()) ?? {}
  const isInstalled = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  return {
    left: quota === undefined || usage === undefined ? null : Math.max(0, quota - usage),
    mayVanish: !isInstalled && !(await storage?.persisted?.()),
    isSafari: /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator.userAgent),
  }
}

type RowProps = { saved: SavedPaper; inside: FoundSaved['inside']; onRemoved: () => void }

function SavedRow({ saved, inside, onRemoved }: RowProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { id, paper, bytes, hasFile, pages } = saved
  const left = readReadingPosition(id) ?? 1
  const title = labels.shortTitle(paper.title)
  const size = hasFile ? m.offline_size_with_file({ size: sizeLabel(bytes) }) : sizeLabel(bytes)
  async function remove() {
    const { removeSaved } = await import('../downloads/offline-store.ts')
    await removeSaved(id)
    onRemoved()
  }
  return (
    <li className="saved-row" data-subject={paper.subject}>
      <p>
        <span className="badge">{labels.paperSubject(paper)}</span>
      </p>
      <h2 lang={langOf(title)}>
        <Link to={addressOf(saved, inside?.page)}>{title}</Link>
      </h2>
      <p className="saved-facts">
        <span>{unbroken(`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`)}</span>
        <span>{unbroken(`${labels.pages(pages.length)} · ${size}`)}</span>
      </p>
      {inside && (
        <p className="saved-inside">
          <Link className="action" to={addressOf(saved, inside.page)}>
            <span className="sweeps">{m.pagination_page({ page: inside.page })}</span>
          </Link>{' '}
          {inside.snippet}
        </p>
      )}
      <SavedNote saved={saved} />
      <p className="saved-ways">
        {left > 1 && left <= pages.length && (
          <Link
            className="action"
            to={addressOf(saved, left)}
            aria-label={`${m.reader_go_on({ page: left })}: ${title}`}
          >
            <span className="sweeps">{m.reader_go_on({ page: left })}</span>
          </Link>
        )}
        <Link className="action" to={addressOf(saved)} aria-label={`${m.offline_read()}: ${title}`}>
          <span className="sweeps">{m.offline_read()}</span>
        </Link>
        {paper.referenceLink && (
          <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
            <span className="sweeps">{m.card_answer()}</span>
          </a>
        )}
        <button
          type="button"
          className="action"
          onClick={remove}
          aria-label={`${m.offline_remove()}: ${title}`}
        >
          <span className="sweeps">{m.offline_remove()}</span>
        </button>
      </p>
    </li>
  )
}

function addressOf({ id, pages }: SavedPaper, page = 1) {
  return page > 1 ? `/kept${pageAddress(page, pages.length, `paper=${id}`)}` : `/kept?paper=${id}`
}
