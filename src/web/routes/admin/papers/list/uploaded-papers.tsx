import { useCallback, useEffect } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { LoadFailed } from '#web/routes/admin/load-failed.tsx'
import { useMedia } from '#web/routes/admin/use-media.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { ChooseAll, ChooseFound } from '../bulk/choose-found.tsx'
import { ChosenBar } from '../bulk/chosen-bar.tsx'
import { listPaperDrafts } from '../form/paper-draft.ts'
import { PaperForm } from '../form/paper-form.tsx'
import { askFor, searchOf } from '../state/desk-address.ts'
import { CountLine } from './count-line.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { NoRows } from './no-rows.tsx'
import { DrawingJobsLine, UnreadPapers } from './notes/drawing-jobs-line.tsx'
import { listHeading } from './notes/list-heading.ts'
import { LastLine, SamplesNote, UnsavedLine } from './notes/list-notes.tsx'
import { useDrawingJobs } from './notes/use-drawing-jobs.ts'
import { PaperSearch } from './paper-search.tsx'
import { ConfirmButton } from './row/confirm-button.tsx'
import { PaperRow } from './row/paper-row.tsx'
import { QuestionsLine } from './row/questions-line.tsx'
import '../bulk/chosen-bar.css'
import './row/row-facts.css'
import './list-head.css'
import '../form/new-paper.css'
import '../form/paper-form.css'
import './papers-list.css'
import './take-off.css'
import { countPapers } from '../bulk/bulk-outcome.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { useChosen } from '../bulk/use-chosen-papers.ts'
import { useAddress } from '../state/use-address.ts'
import { type Uploaded, useNewPaper } from '../state/use-new-paper.ts'
import { useOpenPaper } from '../state/use-open-paper.ts'
import { usePaperActions } from '../state/use-paper-actions.ts'
import { usePapersList } from './use-papers-list.ts'

type PapersProps = {
  uploaded: Uploaded | null
  now: Date
}

export function UploadedPapers({ uploaded, now }: PapersProps) {
  const { ask, go } = useAddress()
  const { list, stale, failure, reread } = usePapersList(ask, go)
  const actions = usePaperActions()
  const chosen = useChosen()
  const together = useBulk(actions, chosen)
  const drawing = useDrawingJobs()
  const close = useCallback(() => go((now) => ({ ...now, edit: '' }), { replace: true }), [go])
  const { open, hold } = useOpenPaper(ask.edit, list, close)
  const fresh = useNewPaper(uploaded, list, [searchOf(ask), actions.last, chosen.papers])
  const inBin = ask.show === 'binned'
  // Papers outside the bin cannot be restored, those in it cannot be changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: entering or leaving the bin clears the choice
  useEffect(() => chosen.clear(), [inBin, chosen.clear])

  const listed = list?.papers.map((paper) => (paper.id === open?.id ? open : paper)) ?? []
  const unlisted = [fresh, open].filter((paper) => paper && !listed.some(({ id }) => id === paper.id))
  const pinned = [...new Map([...(unlisted as DeskPaper[]), ...listed].map((one) => [one.id, one])).values()]
  const rows = pinned.filter((paper) => !actions.isLeaving(paper))
  const gone = pinned.length - rows.length
  const total = (list?.total ?? 0) - gone
  const drafts = listPaperDrafts().filter(({ id }) => id !== ask.edit)
  const allChosen = rows.length > 0 && rows.every(({ id }) => chosen.papers.has(id))

  const isShown = list && !(failure && stale)
  // On a phone they stand in the bar of what is picked: a line of their own above the list was nearly empty.
  const isNarrow = useMedia('(width < 40rem)')
  const choose = rows.length > 0 && <ChooseAll rows={rows} chosen={chosen} isOn={allChosen} />
  const chooseFound = list && allChosen && !together.busy && (
    <ChooseFound list={list} total={total} ask={ask} chosen={chosen} />
  )

  const openForm = (edit: string) => go((now) => askFor(now, { edit, page: now.page }))

  function shut(id: string) {
    close()
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`li[data-paper="${id}"] [data-edit]`)?.focus(),
    )
  }

  return (
    <section aria-labelledby="uploaded-heading" className="uploaded lg:mt-3">
      <div className="question mb-3">
        <span className="number" aria-hidden="true">
          3.
        </span>
        <h2 id="uploaded-heading" tabIndex={-1}>
          Uploaded PDFs
        </h2>
      </div>
      <div
        data-follows
        className="list-finders grid grid-cols-[minmax(0,1fr)_auto] gap-2 max-[22rem]:grid-cols-1 lg:grid-cols-1 xl:grid-cols-[minmax(0,1fr)_minmax(0,2.25fr)] lg:gap-x-6"
      >
        <PaperSearch ask={ask} go={go} busy={stale && !failure} />
        <ListFilters ask={ask} go={go} now={now} said={countPapers(total)} />
      </div>
      <LastLine last={actions.last} />
      <UnsavedLine drafts={drafts} onOpen={openForm} />
      <UnreadPapers {...drawing} onOpen={openForm} />
      {failure && <LoadFailed sentence={failure} onRetry={reread} />}
      {!list && !failure && <ListSkeleton />}
      {isShown && (
        <div aria-busy={stale} data-stale={stale || undefined} className="list-body">
          <CountLine
            list={list}
            shown={rows.length}
            total={total}
            ask={ask}
            go={go}
            choose={!isNarrow && choose}
          >
            {!isNarrow && chooseFound}
            {inBin && rows.length > 0 && (
              <ConfirmButton
                quiet
                name="Empty the bin"
                disabled={together.busy !== null}
                focusAfter={listHeading}
                question="Empty the bin?"
                explanation={`${countPapers(list.binned)} and their files are removed and do not come back.`}
                onConfirm={together.emptyBin}
              />
            )}
          </CountLine>
          {rows.length === 0 && !stale && <NoRows ask={ask} go={go} />}
          <ul className="desk-sheet register empty:hidden" data-sort={ask.sort || undefined}>
            {rows.map((paper) => {
              const isOpen = paper.id === ask.edit && paper.binnedAt === null
              return (
                <PaperRow
                  key={paper.id}
                  paper={paper}
                  rows={rows}
                  now={now}
                  chosen={chosen}
                  actions={actions}
                  isOpen={isOpen}
                  isNew={paper.id === fresh?.id}
                  onEdit={() =>
                    isOpen ? shut(paper.id) : go((now) => askFor(now, { page: now.page, edit: paper.id }))
                  }
                >
                  {ask.show === 'questions' && <QuestionsLine paper={paper} actions={actions} />}
                  {isOpen && (
                    <PaperForm
                      paper={paper}
                      now={now}
                      actions={actions}
                      onPaper={hold}
                      onClose={() => shut(paper.id)}
                    />
                  )}
                </PaperRow>
              )
            })}
          </ul>
          <Pagination
            page={list.page}
            pages={list.pages}
            hrefOf={(page) => `/admin${searchOf(askFor(ask, { page }))}#uploaded-heading`}
          />
        </div>
      )}
      {list && <DrawingJobsLine {...drawing} />}
      {list?.samples && !inBin && <SamplesNote onRemove={actions.removeSamples} />}
      <ChosenBar chosen={chosen} together={together} inBin={inBin} now={now}>
        {isNarrow && isShown && (
          <>
            {choose}
            {chooseFound}
          </>
        )}
      </ChosenBar>
    </section>
  )
}
