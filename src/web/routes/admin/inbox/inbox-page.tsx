import { useCallback, useState } from 'react'
import { INBOX_LIMIT } from '#domain/inbox/inbox.ts'
import { sayLeftOut } from '../files/check-file.ts'
import { AddFiles } from './add-files.tsx'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { DuplicateDialog } from './dialogs/duplicate-dialog.tsx'
import { LookDialog } from './dialogs/look-dialog.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { type Sorted, sortOut } from './dropped-files.ts'
import { EmptyInbox } from './empty-inbox.tsx'
import { InboxNotices, PublishedSummary } from './inbox-notices.tsx'
import { LearntOffer } from './learnt-offer.tsx'
import { PublishBar } from './publish-bar.tsx'
import { tallyOf } from './queue/group-rows.ts'
import { inPublication, present } from './queue/next-step.ts'
import type { Group } from './queue/row-problem.ts'
import { putInInbox } from './queue/row-storage.ts'
import { ChosenBar } from './rows/chosen-rows-bar.tsx'
import { InboxGroups } from './rows/row-groups.tsx'
import { Register } from './rows/rows.tsx'
import { useChosen } from './rows/use-chosen-rows.ts'
import { useShown } from './rows/use-shown.ts'
import { useInbox, useInboxPlace, useInboxState } from './use-inbox.ts'

export function InboxPage() {
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
  const said = (
    <div className="inbox-said">
      <InboxNotices contents={contents} tally={tally} />
      <LearntOffer contents={contents} />
      <PublishedSummary tally={tally} isOver={underWay.length === 0} />
      {leftOut && (
        <p className="desk-sheet desk-note inbox-note" role="status">
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
      {isEmpty && said}
      {!isRead ? (
        <RegisterSkeleton />
      ) : isEmpty ? (
        <EmptyInbox onFiles={add} isBusy={isAdding} />
      ) : (
        <section className="grid gap-2 md:gap-3" aria-label="Papers in the inbox">
          <InboxGroups tally={tally} chosen={group} onChoose={setGroup} />
          {shown.length === 0 && (
            <p className="text-quiet">No paper is here any more. Look at all of them.</p>
          )}
          <Register shown={shown} chosen={chosen} tally={tally} onLook={setLooked} onCompare={compare} />
          <div className="inbox-bars">
            {said}
            {chosen.ids.length > 0 && <ChosenBar chosen={chosen} tally={tally} onConfirm={setConfirming} />}
            <PublishBar tally={tally} underWay={underWay} onConfirm={setConfirming} />
          </div>
        </section>
      )}
      <LookDialog id={looked} shown={shown} onLook={setLooked} onCompare={compare} />
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
  const notPdf = others.length > 0 ? sayLeftOut(others) : ''
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
