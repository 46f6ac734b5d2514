import './inbox.css'
import './row-line.css'
import './row-card.css'
import './inbox-bars.css'
import './inbox-dialogs.css'
import { useCallback, useRef, useState } from 'react'
import { INBOX_LIMIT } from '#domain/inbox/inbox.ts'
import { Illustration } from '#web/ui/illustration.tsx'
import { describeLeftOut } from '../files/check-file.ts'
import { HorizontalScroll } from '../horizontal-scroll.tsx'
import { useAdmin } from '../layout.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { AddFiles, InboxCsv } from './add-files.tsx'
import { ChosenBar, PublishBar, useChosen } from './bars.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DropAnywhere, type Sorted, sortOut } from './drop.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import { type Group, idsIn, inPublication, present, type Tally, tallyOf } from './inbox-contents.ts'
import { InboxNotices, LearntOffer, PublishedSummary } from './inbox-notices.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { putInInbox } from './row-storage.ts'
import { Register } from './rows.tsx'
import { InboxContext, useInbox, useInboxPlace, useInboxState, useOpenInbox } from './use-inbox.ts'

const NAMES = [
  ['CBSE_12_Physics_March_2024.pdf', 'fills every field'],
  ['65-1-1 Mathematics.pdf', 'code 65 is CBSE class 12 Mathematics'],
  ['SSLC Tamil half-yearly 2023.pdf', 'State Board, class 10, December'],
  ['scan0042.pdf', 'its first page is read instead'],
] as const

function EmptyInbox({ onFiles, isBusy }: { onFiles: (files: File[]) => void; isBusy: boolean }) {
  return (
    <div className="inbox-empty">
      <Illustration name="papers" className="w-[min(8rem,40%)] md:w-full" />
      <div className="grid justify-items-start gap-5">
        <p className="font-bold text-[clamp(1.375rem,1.1rem_+_1.2vw,2rem)]/[1.15] tracking-[-0.015em] text-balance">
          <span className="pointer-coarse:hidden">Drop a folder of PDFs anywhere on this page.</span>
          <span className="hidden pointer-coarse:inline">Choose the PDFs, as many as there are.</span>
        </p>
        <p className="max-w-[52ch]">
          Fifty at a time is fine. Each becomes a line that fills itself in from the file’s name and its first
          page. You look through them once, correct what is marked, and publish.
        </p>
        <AddFiles onFiles={onFiles} isBusy={isBusy} isFirst />
        <div className="w-full mt-2 pt-5 border-t border-t-edge">
          <h2 className="mb-2 text-[1.125rem]">How names help</h2>
          <dl>
            {NAMES.map(([name, means]) => (
              <div key={name} className="grid gap-x-4 py-1 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)]">
                <dt className="font-semibold wrap-anywhere">{name}</dt>
                <dd className="text-quiet">{means}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </div>
  )
}

export const meta = adminMeta('Many files')

export default function ManyFiles() {
  const { now, email } = useAdmin()
  const inbox = useOpenInbox(email)
  return (
    <div className="ruled grid gap-3 md:gap-6 lg:gap-4">
      {inbox ? (
        <InboxContext value={{ inbox, now }}>
          <InboxPage />
        </InboxContext>
      ) : (
        <h1>Many files</h1>
      )}
    </div>
  )
}

function InboxPage() {
  const { inbox } = useInboxPlace()
  const contents = useInbox(inbox)
  const { isRead } = useInboxState(inbox)
  const tally = tallyOf(contents)
  const underWay = inPublication(contents)
  const [group, setGroup] = useState<Group | null>(null)
  const shown = useShown(tally, group)
  const chosen = useChosen(shown)
  const [looked, setLooked] = useState<string | null>(null)
  const [compared, setCompared] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<string[] | null>(null)
  const { add, isAdding, leftOut } = useAdd(inbox.owner, () => present(inbox.read()).length)
  const compare = useCallback((id: string) => {
    setLooked(null)
    setCompared(id)
  }, [])
  const isEmpty = tally.rows.length === 0
  const noticeBar = (
    <div className="inbox-said">
      <InboxNotices contents={contents} tally={tally} />
      <LearntOffer contents={contents} />
      <PublishedSummary tally={tally} isOver={underWay.length === 0} />
      {leftOut && (
        <p className="admin-sheet admin-note inbox-note" role="status">
          {leftOut}
        </p>
      )}
    </div>
  )
  return (
    <>
      <DropAnywhere onFiles={add} words="Let go: each PDF becomes a line." />
      <div className="question inbox-head">
        <h1>Many files</h1>
        {!isEmpty && (
          <span className="marks">
            [{tally.rows.length} {tally.rows.length === 1 ? 'paper' : 'papers'}]
          </span>
        )}
        {isRead && !isEmpty && <AddFiles onFiles={add} isBusy={isAdding} />}
      </div>
      {isEmpty && noticeBar}
      {!isRead ? (
        <RegisterSkeleton />
      ) : isEmpty ? (
        <EmptyInbox onFiles={add} isBusy={isAdding} />
      ) : (
        <section className="grid gap-2 md:gap-3" aria-label="Papers in the inbox">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 md:flex md:flex-wrap md:items-center md:justify-between">
            <InboxGroups tally={tally} chosen={group} onChoose={setGroup} />
            <InboxCsv />
          </div>
          {shown.length === 0 && (
            <p className="text-quiet">No paper is here any more. Look at all of them.</p>
          )}
          <Register shown={shown} chosen={chosen} tally={tally} onLook={setLooked} onCompare={compare} />
          <div className="inbox-bars">
            {noticeBar}
            {chosen.ids.length > 0 && <ChosenBar chosen={chosen} tally={tally} onConfirm={setConfirming} />}
            <PublishBar tally={tally} underWay={underWay} onConfirm={setConfirming} />
          </div>
        </section>
      )}
      <PreviewDialog id={looked} shown={shown} onLook={setLooked} onCompare={compare} />
      <DuplicateDialog id={compared} onClose={() => setCompared(null)} />
      <ConfirmDialog ids={confirming} onClose={() => setConfirming(null)} />
    </>
  )
}

function useAdd(owner: string, countHere: () => number) {
  const [isAdding, setAdding] = useState(false)
  const [leftOut, setLeftOut] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is asked when files come
  const add = useCallback(
    async (files: File[]) => {
      setAdding(true)
      const room = Math.max(0, INBOX_LIMIT - countHere())
      const sorted = await sortOut(files, room)
      const { pdfs } = sorted
      setLeftOut(sentenceOf(sorted, Math.max(0, pdfs.length - room)))
      await putInInbox(pdfs.slice(0, room), owner).finally(() => setAdding(false))
    },
    [owner],
  )
  return { add, isAdding, leftOut }
}

function sentenceOf({ others, unpacked }: Sorted, tooMany: number): string {
  const takenOut = unpacked.map(
    ({ zip, pdfs }) => `${pdfs} ${pdfs === 1 ? 'PDF' : 'PDFs'} taken out of ${zip}.`,
  )
  const notPdf = others.length > 0 ? describeLeftOut(others) : ''
  const full =
    tooMany > 0 ? `${INBOX_LIMIT} at a time: ${tooMany} more were left out; publish these first.` : ''
  return [...takenOut, notPdf, full].filter(Boolean).join(' ')
}

function RegisterSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Looking what is in the inbox …</span>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <div key={line} className="skeleton h-20" />
      ))}
    </div>
  )
}

/** A row that has been corrected stays in sight until another group is chosen. */
function useShown(tally: Tally, group: Group | null): string[] {
  const seen = useRef<{ group: Group | null; ids: Set<string> }>({ group: null, ids: new Set() })
  if (seen.current.group !== group) seen.current = { group, ids: new Set() }
  const all = tally.rows.map(({ uploadId }) => uploadId)
  if (group === null) return all
  for (const id of idsIn(tally, group)) seen.current.ids.add(id)
  return all.filter((id) => seen.current.ids.has(id))
}

type GroupsProps = { tally: Tally; chosen: Group | null; onChoose: (group: Group | null) => void }

function InboxGroups({ tally, chosen, onChoose }: GroupsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame is not wanted around these
    <div role="group" aria-label="Show" className="min-w-0">
      <HorizontalScroll
        chosen='[aria-pressed="true"]'
        changed={chosen}
        className="flex gap-1.5 max-sm:py-1 md:flex-wrap md:gap-2"
      >
        <GroupButton
          name="All"
          count={tally.rows.length}
          isOn={chosen === null}
          onClick={() => onChoose(null)}
        />
        {tally.groups.map(({ group, name, ids }) => (
          <GroupButton
            key={group}
            group={group}
            name={name}
            count={ids.length}
            isOn={chosen === group}
            onClick={() => onChoose(group)}
          />
        ))}
      </HorizontalScroll>
    </div>
  )
}

type ButtonProps = { group?: Group; name: string; count: number; isOn: boolean; onClick: () => void }

function GroupButton({ group, name, count, isOn, onClick }: ButtonProps) {
  return (
    <button type="button" className="inbox-group" data-group={group} aria-pressed={isOn} onClick={onClick}>
      {name} <span>{count.toLocaleString('en-IN')}</span>
    </button>
  )
}
