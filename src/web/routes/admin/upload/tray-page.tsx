import { useCallback, useState } from 'react'
import { TRAY_LIMIT } from '#domain/tray/tray.ts'
import { AddFiles } from './add-files.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { sortOut } from './dropped-files.ts'
import { EmptyTray } from './empty-tray.tsx'
import { LookDialog } from './look-dialog.tsx'
import { PublishBar } from './publish-bar.tsx'
import { Register } from './register.tsx'
import type { Group } from './row-problem.ts'
import { TrayGroups } from './tray-groups.tsx'
import { inPublication, present } from './tray-next.ts'
import { PublishedSummary, TrayNotices } from './tray-notices.tsx'
import { putOnTray } from './tray-rows.ts'
import { tallyOf } from './tray-tally.ts'
import { TwinDialog } from './twin-dialog.tsx'
import { useChosen } from './use-chosen.ts'
import { useShown } from './use-shown.ts'
import { useTray, useTrayPlace, useTrayState } from './use-tray.ts'

/** Everything on the tray, from dropping to publishing. */
export function TrayPage() {
  const { tray } = useTrayPlace()
  const contents = useTray(tray)
  const { isRead } = useTrayState(tray)
  const tally = tallyOf(contents)
  const underWay = inPublication(contents)
  const [group, setGroup] = useState<Group | null>(null)
  const shown = useShown(tally, group)
  const chosen = useChosen(shown)
  const [looked, setLooked] = useState<string | null>(null)
  const [compared, setCompared] = useState<string | null>(null)
  const { add, isAdding, leftOut } = useAdd(tray.owner, () => present(tray.read()).length)
  const compare = useCallback((id: string) => {
    setLooked(null)
    setCompared(id)
  }, [])
  const isEmpty = tally.rows.length === 0
  return (
    <>
      <DropAnywhere onFiles={add} words="Let go: each PDF becomes a line." />
      <div className="question">
        <h1>Many files</h1>
        {!isEmpty && (
          <span className="marks">
            [{tally.rows.length} {tally.rows.length === 1 ? 'paper' : 'papers'}]
          </span>
        )}
      </div>
      <TrayNotices contents={contents} tally={tally} />
      <PublishedSummary tally={tally} isOver={underWay.length === 0} />
      {leftOut && (
        <p className="desk-sheet desk-note tray-note" role="status">
          {leftOut}
        </p>
      )}
      {!isRead ? (
        <RegisterSkeleton />
      ) : isEmpty ? (
        <EmptyTray onFiles={add} isBusy={isAdding} />
      ) : (
        <section className="grid gap-4" aria-label="Papers on the tray">
          <div className="tray-tools">
            <TrayGroups tally={tally} chosen={group} onChoose={setGroup} />
            <AddFiles onFiles={add} isBusy={isAdding} />
          </div>
          {shown.length === 0 && (
            <p className="text-quiet">No paper is here any more. Look at all of them.</p>
          )}
          <Register shown={shown} chosen={chosen} onLook={setLooked} onCompare={compare} />
          <div className="tray-bars">
            {chosen.ids.length > 0 && <ChosenBar chosen={chosen} />}
            <PublishBar tally={tally} underWay={underWay} />
          </div>
        </section>
      )}
      <LookDialog id={looked} shown={shown} onLook={setLooked} onCompare={compare} />
      <TwinDialog id={compared} onClose={() => setCompared(null)} />
    </>
  )
}

/** Puts files on the tray, and says which of them were left out. */
function useAdd(owner: string, countHere: () => number) {
  const [isAdding, setAdding] = useState(false)
  const [leftOut, setLeftOut] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is asked when files come
  const add = useCallback(
    (files: File[]) => {
      const { pdfs, others } = sortOut(files)
      const room = Math.max(0, TRAY_LIMIT - countHere())
      setLeftOut(sentenceOf(others, Math.max(0, pdfs.length - room)))
      setAdding(true)
      void putOnTray(pdfs.slice(0, room), owner).finally(() => setAdding(false))
    },
    [owner],
  )
  return { add, isAdding, leftOut }
}

function sentenceOf(others: string[], tooMany: number): string {
  const some = others.slice(0, 3).join(', ') + (others.length > 3 ? ` and ${others.length - 3} more` : '')
  const notPdf = others.length > 0 ? `Left out, because only PDF files become papers: ${some}.` : ''
  const full =
    tooMany > 0 ? `${TRAY_LIMIT} at a time: ${tooMany} more were left out; publish these first.` : ''
  return [notPdf, full].filter(Boolean).join(' ')
}

function RegisterSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Looking what is on the tray …</span>
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <div key={line} className="skeleton h-20" />
      ))}
    </div>
  )
}
