// Longer than other files: the list with its rows, and what is in their place where there are none.
import { useCallback, useEffect } from 'react'
import { describeNeed } from '#domain/identity/roles.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { HiddenThumbnail } from '../files/hidden-files.tsx'
import { useAdmin, useMayChange, useReaches } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useMedia } from '../use-media.ts'
import { ChooseAll, ChooseFound } from './choose-found.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { listPaperDrafts } from './drafts.ts'
import { ListFiles } from './list-files.tsx'
import { CountLine, ListFilters, PaperSearch, TakeOff } from './list-head.tsx'
import {
  LastLine,
  QuestionsLine,
  RenderJobsLine,
  SamplesNote,
  UnreadPapers,
  UnsavedLine,
} from './list-notes.tsx'
import { activeFilters, askFor, type Go, type ListQuery, searchOf, useAddress } from './list-query.ts'
import { PaperForm } from './paper-form.tsx'
import { listHeading, RowButtons } from './row-buttons.tsx'
import { type Uploaded, useNewPaper, useOpenPaper, usePapersList, useRenderJobs } from './use-papers-list.ts'
import './chosen-bar.css'
import './list-head.css'
import './paper-form.css'
import './papers-list.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PaperFacts } from './row-facts.tsx'
import { type Chosen, countPapers, useBulk, useChosen } from './use-bulk.ts'
import { type PaperActions, usePaperActions } from './use-paper-actions.ts'

type PapersProps = {
  number: number
  uploaded: Uploaded | null
  now: Date
}

export function UploadedPapers({ number, uploaded, now }: PapersProps) {
  const mayChange = useMayChange()
  const isEditor = useReaches('editor')
  const { role, owners } = useAdmin()
  const { ask, go } = useAddress()
  const { list, stale, failure, reread } = usePapersList(ask, go)
  const actions = usePaperActions()
  const chosen = useChosen()
  const together = useBulk(actions, chosen)
  const rendering = useRenderJobs()
  const close = useCallback(() => go((now) => ({ ...now, edit: '' }), { replace: true }), [go])
  const { open, hold } = useOpenPaper(ask.edit, list, close)
  const fresh = useNewPaper(uploaded, list, [searchOf(ask), actions.last, chosen.papers])
  const inBin = ask.show === 'binned'
  // Papers outside the bin cannot be restored, those in it cannot be changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: entering or leaving the bin clears the choice
  useEffect(() => chosen.clear(), [inBin, chosen.clear])

  const listed = list?.papers.map((paper) => (paper.id === open?.id ? open : paper)) ?? []
  const unlisted = [fresh, open].filter((paper) => paper && !listed.some(({ id }) => id === paper.id))
  const pinned = [...new Map([...(unlisted as AdminPaper[]), ...listed].map((one) => [one.id, one])).values()]
  const rows = pinned.filter((paper) => !actions.isLeaving(paper))
  const gone = pinned.length - rows.length
  const total = (list?.total ?? 0) - gone
  const drafts = listPaperDrafts().filter(({ id }) => id !== ask.edit)
  const own = rows.filter(mayChange)
  const allChosen = own.length > 0 && own.every(({ id }) => chosen.papers.has(id))

  const isShown = list && !(failure && stale)
  // On a phone they are in the bar of what is picked: a line of their own above the list was nearly empty.
  const isNarrow = useMedia('(width < 40rem)')
  const choose = own.length > 0 && <ChooseAll rows={own} chosen={chosen} isOn={allChosen} />
  const chooseFound = list && isEditor && allChosen && !together.busy && (
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
          {number}.
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
      {open && !mayChange(open) && (
        <p className="admin-sheet admin-note" role="status">
          “{open.title}”: {describeNeed('adder', { role, owners })}
        </p>
      )}
      <UnreadPapers {...rendering} onOpen={openForm} />
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
            {inBin && isEditor && rows.length > 0 && (
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
          <ul className="admin-sheet register empty:hidden" data-sort={ask.sort || undefined}>
            {rows.map((paper) => {
              const isOpen = paper.id === ask.edit && paper.binnedAt === null && mayChange(paper)
              return (
                <PaperRow
                  key={paper.id}
                  paper={paper}
                  rows={own}
                  now={now}
                  mayChange={mayChange(paper)}
                  chosen={chosen}
                  actions={actions}
                  isOpen={isOpen}
                  isNew={paper.id === fresh?.id}
                  onEdit={() =>
                    isOpen ? shut(paper.id) : go((now) => askFor(now, { page: now.page, edit: paper.id }))
                  }
                >
                  {ask.show === 'questions' && mayChange(paper) && (
                    <QuestionsLine paper={paper} actions={actions} />
                  )}
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
      {list && <ListFiles ask={ask} now={now} />}
      {list && <RenderJobsLine {...rendering} />}
      {list?.samples && !inBin && isEditor && <SamplesNote onRemove={actions.removeSamples} />}
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

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Reading the list …</span>
      <div className="count-line register-head h-11.5">
        <div className="skeleton min-[22rem]:max-sm:hidden h-5 w-40" data-short />
      </div>
      <div className="admin-sheet register">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((row) => (
          <div key={row}>
            <span className="tick-box" />
            <div className="thumbnail" />
            <div className="row-words">
              <div className="title grid gap-2 lg:flex">
                <div className="skeleton h-5 w-4/5 max-sm:h-11" />
              </div>
              <div className="all-facts">
                <div className="skeleton mt-2 h-4 w-3/5 lg:hidden" />
              </div>
            </div>
            <div className="row-buttons h-11 w-11 sm:w-28" />
          </div>
        ))}
      </div>
    </div>
  )
}

function NoRows({ ask, go }: { ask: ListQuery; go: Go }) {
  const standing = activeFilters(ask)
  return (
    <div className="instead admin-sheet">
      <EmptyState mark="?" />
      <div className="grid justify-items-start gap-3">
        <p className="max-w-[48ch] font-semibold text-lg leading-snug">{sentenceOf(ask, standing)}</p>
        {standing.length > 0 && <TakeOff ask={ask} go={go} />}
      </div>
    </div>
  )
}

function sentenceOf(ask: ListQuery, standing: { label: string }[]): string {
  if (standing.length > 1)
    return `No paper fits ${inWords(standing.map(({ label }) => label))} together. Take one off:`
  if (ask.show === 'binned' && standing.length === 0) return 'The bin is empty.'
  if (standing.length === 0) return 'Nothing is uploaded yet. The first paper goes in above.'
  if (ask.show === 'no-answers') return 'Every paper has its answers.'
  if (ask.show === 'no-thumbnail') return 'Every paper has a thumbnail.'
  if (ask.show === 'questions') return 'No questions need a look.'
  if (ask.show === 'hidden') return 'No paper is hidden.'
  if (ask.show === 'samples') return 'There are no sample papers.'
  return `No paper ${ask.show === 'binned' ? 'in the bin ' : ''}fits ${standing[0]?.label}. Take it off:`
}

function inWords(labels: string[]): string {
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
}

type RowProps = {
  paper: AdminPaper
  rows: AdminPaper[]
  now: Date
  chosen: Chosen
  actions: PaperActions
  mayChange: boolean
  isOpen: boolean
  isNew: boolean
  onEdit: () => void
  children?: React.ReactNode
}

function PaperRow({ paper, rows, now, chosen, actions, mayChange, ...row }: RowProps) {
  const { isOpen, isNew, onEdit, children } = row
  const isChosen = chosen.papers.has(paper.id)
  return (
    <li
      data-paper={paper.id}
      data-subject={paper.subject}
      data-binned={paper.binnedAt !== null || undefined}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-new={isNew || undefined}
    >
      {mayChange ? (
        <label className="tick-box">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Pick ${paper.title}`}
            onChange={(event) =>
              chosen.choose(paper, event.target.checked, {
                range: (event.nativeEvent as MouseEvent).shiftKey,
                rows,
              })
            }
          />
        </label>
      ) : (
        <span className="tick-box" />
      )}
      <span className="thumbnail">
        {paper.hiddenAt !== null && paper.binnedAt === null && <HiddenThumbnail paper={paper} />}
        {paper.thumbnail && paper.binnedAt === null && paper.hiddenAt === null && (
          <img src={paper.thumbnail} alt="" width={48} height={68} loading="lazy" decoding="async" />
        )}
      </span>
      <PaperFacts paper={paper} now={now} isNew={isNew} />
      {mayChange && <RowButtons paper={paper} actions={actions} isOpen={isOpen} onEdit={onEdit} />}
      {children}
    </li>
  )
}
