import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sizeLabel } from '#domain/language/formats.ts'
import { unbroken } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { pageAddress } from '#domain/page-images/page-image.ts'
import type { State } from '#domain/paper/exams-and-subjects.ts'
import { isOfSaid } from '#domain/paper/said-class.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { ownState } from '#web/state-boards.ts'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import type { KeptPaper } from '../keeping/kept-store.ts'
import { toldClass } from '../lists/my-class.tsx'
import { readPlace } from '../paper/kept-places.ts'
import { type FoundKept, findKept } from './find-kept.ts'
import { KeptNote } from './kept-note.tsx'

type ListProps = { papers: KeptPaper[] | null; isRefused: boolean; isMissing: boolean }

export function KeptList({ papers, isRefused, isMissing }: ListProps) {
  const m = useMessages()
  const labels = useLabels()
  const [asked, setAsked] = useSearchParams()
  const room = useRoom(papers)
  const [said, setSaid] = useState('')
  const words = papers ? (asked.get('q') ?? '') : ''
  const note = isMissing ? m.kept_not_here() : papers && asked.has('unreached') ? m.kept_unreached() : ''
  return (
    <>
      <div className="question">
        <h1>{m.kept_title()}</h1>
        {papers && papers.length > 0 && <span className="marks">[{labels.papers(papers.length)}]</span>}
      </div>
      {note && (
        <p className="kept-note" role="status">
          {note}
        </p>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
      {papers === null || papers.length === 0 ? (
        <Nothing
          sentence={isRefused ? m.kept_refused() : papers === null ? m.kept_loading() : m.kept_empty()}
        />
      ) : (
        <>
          <p className="mt-2 text-quiet text-xl text-balance">{roomLine(papers, room, m)}</p>
          <search className="kept-search">
            <input
              key={words}
              className="input"
              type="search"
              defaultValue={words}
              placeholder={m.kept_search()}
              aria-label={m.kept_search()}
              onInput={(event) => setAsked(withWords(event.currentTarget.value), { replace: true })}
            />
          </search>
          <Found papers={papers} words={words} onRemoved={(title) => setSaid(m.kept_removed({ title }))} />
          {room?.mayVanish && (
            <p className="kept-note">
              {room.isSafari ? m.kept_may_vanish_safari() : `${m.kept_may_vanish()} ${m.kept_install()}`}
            </p>
          )}
          <RemoveAll count={papers.length} onRemoved={() => setSaid(m.kept_removed_all())} />
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
  papers: KeptPaper[]
  words: string
  onRemoved: (title: string) => void
}) {
  const m = useMessages()
  const labels = useLabels()
  const find = useFind(words !== '')
  const own = ownState(useCentre())
  const found = withSaidFirst(find(papers, words), own)
  return (
    <>
      {words.trim() !== '' && (
        <p className="mt-3" role="status">
          {found.length === 0
            ? m.kept_found_nothing({ words })
            : m.kept_found({ count: found.length, words })}
        </p>
      )}
      <ul className="kept-rows" aria-label={m.kept_title()}>
        {found.map(({ paper, inside }) => (
          <KeptRow
            key={paper.id}
            kept={paper}
            inside={inside}
            onRemoved={() => onRemoved(labels.title(paper.paper.title))}
          />
        ))}
      </ul>
    </>
  )
}

/** The class that was said on this device goes first here, too. */
function withSaidFirst(found: FoundKept[], own: State): FoundKept[] {
  const said = toldClass()
  if (!said) return found
  const isFirst = ({ paper }: FoundKept) => isOfSaid(paper.paper, said, own)
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))]
}

/** By the letters alone until what understands a search is there: that is loaded with the first word. */
function useFind(isAsked: boolean) {
  const own = ownState(useCentre())
  const [find, setFind] = useState(() => findKept)
  useEffect(() => {
    if (!isAsked) return
    import('./find-understood.ts').then(
      ({ findUnderstood }) => {
        const findBoth: typeof findKept = (papers, words) =>
          withOthers(findUnderstood(papers, words, { own }), papers, words)
        setFind(() => findBoth)
      },
      () => {},
    )
  }, [isAsked, own])
  return find
}

/** What has the very letters is found, too, whatever they were understood as. */
function withOthers(found: FoundKept[], papers: readonly KeptPaper[], words: string): FoundKept[] {
  const known = new Set(found.map(({ paper }) => paper.id))
  return [...found, ...findKept(papers, words).filter(({ paper }) => !known.has(paper.id))]
}

function Nothing({ sentence }: { sentence: string }) {
  const m = useMessages()
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptySheet mark="?" />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">{sentence}</p>
        <Link className="button" to="/practice">
          {m.kept_find()}
        </Link>
      </div>
    </div>
  )
}

function roomLine(papers: KeptPaper[], room: Room | null, m: Messages) {
  const used = sizeLabel(papers.reduce((sum, { bytes }) => sum + bytes, 0))
  if (room?.left == null) return m.kept_room({ used })
  return m.kept_room_left({ used, left: roomLabel(room.left) })
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
    const { removeAllKept } = await import('../keeping/kept-store.ts')
    await removeAllKept()
    onRemoved()
  }
  if (!isAsking)
    return (
      <button type="button" className="button button-line mt-6" onClick={() => setAsking(true)}>
        {m.kept_remove_all()}
      </button>
    )
  return (
    <div className="kept-note mt-6" role="alert">
      <p>{m.kept_remove_all_ask({ count })}</p>
      <p className="flex flex-wrap gap-3 mt-3">
        <button type="button" className="button button-danger" onClick={remove}>
          {m.kept_remove_all_yes()}
        </button>
        <button type="button" className="button button-line" onClick={() => setAsking(false)}>
          {m.kept_remove_all_no()}
        </button>
      </p>
    </div>
  )
}

/** Bytes; `left` is null where the browser does not say. `mayVanish`: it promised nothing. */
type Room = { left: number | null; mayVanish: boolean; isSafari: boolean }

function useRoom(papers: readonly KeptPaper[] | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept takes of the room.
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

type RowProps = { kept: KeptPaper; inside: FoundKept['inside']; onRemoved: () => void }

function KeptRow({ kept, inside, onRemoved }: RowProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { id, paper, bytes, hasFile, pages } = kept
  const left = readPlace(id) ?? 1
  const title = labels.shortTitle(paper.title)
  const size = hasFile ? m.kept_size_with_file({ size: sizeLabel(bytes) }) : sizeLabel(bytes)
  async function remove() {
    const { removeKept } = await import('../keeping/kept-store.ts')
    await removeKept(id)
    onRemoved()
  }
  return (
    <li className="kept-row" data-subject={paper.subject}>
      <p>
        <span className="badge">{labels.paperSubject(paper)}</span>
      </p>
      <h2 lang={langOf(title)}>
        <Link to={addressOf(kept, inside?.page)}>{title}</Link>
      </h2>
      <p className="kept-facts">
        <span>{unbroken(`${labels.degree(paper.type, paper.grade)} · ${labels.monthOf(paper)}`)}</span>
        <span>{unbroken(`${labels.pages(pages.length)} · ${size}`)}</span>
      </p>
      {inside && (
        <p className="kept-inside">
          <Link className="action" to={addressOf(kept, inside.page)}>
            <span className="sweeps">{m.pagination_page({ page: inside.page })}</span>
          </Link>{' '}
          {inside.snippet}
        </p>
      )}
      <KeptNote kept={kept} />
      <p className="kept-ways">
        {left > 1 && left <= pages.length && (
          <Link
            className="action"
            to={addressOf(kept, left)}
            aria-label={`${m.reader_go_on({ page: left })}: ${title}`}
          >
            <span className="sweeps">{m.reader_go_on({ page: left })}</span>
          </Link>
        )}
        <Link className="action" to={addressOf(kept)} aria-label={`${m.kept_read()}: ${title}`}>
          <span className="sweeps">{m.kept_read()}</span>
        </Link>
        {paper.referenceLink && (
          <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
            <span className="sweeps">{m.card_answer()}</span>
          </a>
        )}
        <button type="button" className="action" onClick={remove} aria-label={`${m.kept_remove()}: ${title}`}>
          <span className="sweeps">{m.kept_remove()}</span>
        </button>
      </p>
    </li>
  )
}

function addressOf({ id, pages }: KeptPaper, page = 1) {
  return page > 1 ? `/kept${pageAddress(page, pages.length, `paper=${id}`)}` : `/kept?paper=${id}`
}
