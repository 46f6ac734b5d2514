import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sizeLabel } from '#domain/paper/labels.ts'
import { Link } from '#web/link.tsx'
import { EmptySheet } from '#web/ui/empty-sheet.tsx'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import { KEPT_TEXTS as TEXTS } from '../keeping/kept-texts.ts'
import { findKept } from './find-kept.ts'
import { KeptRow } from './kept-row.tsx'
import { RemoveAll } from './remove-all.tsx'
import { type Room, useRoom } from './room.ts'

type ListProps = { papers: KeptPaper[] | null; isRefused: boolean; isMissing: boolean }

export function KeptList({ papers, isRefused, isMissing }: ListProps) {
  const [asked, setAsked] = useSearchParams()
  const room = useRoom(papers)
  const [said, setSaid] = useState('')
  const words = papers ? (asked.get('q') ?? '') : ''
  const note = isMissing ? TEXTS.notHere : papers && asked.has('unreached') ? TEXTS.unreached : ''
  return (
    <>
      <div className="question">
        <h1>{TEXTS.title}</h1>
        {papers && papers.length > 0 && <span className="marks">[{TEXTS.count(papers.length)}]</span>}
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
        <Nothing sentence={isRefused ? TEXTS.refused : papers === null ? TEXTS.loading : TEXTS.empty} />
      ) : (
        <>
          <p className="mt-2 text-quiet text-xl">{roomLine(papers, room)}</p>
          <search className="kept-search">
            <input
              key={words}
              className="input"
              type="search"
              defaultValue={words}
              placeholder={TEXTS.search}
              aria-label={TEXTS.search}
              onInput={(event) => setAsked(withWords(event.currentTarget.value), { replace: true })}
            />
          </search>
          <Found papers={papers} words={words} onRemoved={(title) => setSaid(TEXTS.removed(title))} />
          {room?.mayVanish && (
            <p className="kept-note">
              {room.isSafari ? TEXTS.mayVanishSafari : `${TEXTS.mayVanish} ${TEXTS.install}`}
            </p>
          )}
          <RemoveAll count={papers.length} onRemoved={() => setSaid(TEXTS.removedAll)} />
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
  const found = findKept(papers, words)
  return (
    <>
      {words.trim() !== '' && (
        <p className="mt-3" role="status">
          {TEXTS.found(found.length, words)}
        </p>
      )}
      <ul className="kept-rows" aria-label={TEXTS.title}>
        {found.map(({ paper, inside }) => (
          <KeptRow
            key={paper.id}
            kept={paper}
            inside={inside}
            onRemoved={() => onRemoved(paper.paper.title)}
          />
        ))}
      </ul>
    </>
  )
}

function Nothing({ sentence }: { sentence: string }) {
  return (
    <div className="instead mt-8 md:mt-12" role="status">
      <EmptySheet mark="?" />
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[40ch] text-pretty text-xl leading-snug">{sentence}</p>
        <Link className="button" to="/practice">
          {TEXTS.findPapers}
        </Link>
      </div>
    </div>
  )
}

function roomLine(papers: KeptPaper[], room: Room | null) {
  const used = sizeLabel(papers.reduce((sum, { bytes }) => sum + bytes, 0))
  return TEXTS.room(used, room?.left == null ? null : roomLabel(room.left))
}

function roomLabel(bytes: number) {
  const gigabytes = bytes / 1024 ** 3
  return gigabytes < 1 ? sizeLabel(bytes) : `${gigabytes.toFixed(1)} GB`
}

function withWords(words: string): Record<string, string> {
  return words === '' ? {} : { q: words }
}
