import { Eye } from 'lucide-react'
import { BIN_DAYS } from '#domain/bin/bin-days.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { isLongTitle } from '#domain/language/labels.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { ALL_SUBJECTS, degreeOf } from '#domain/paper/paper.ts'
import { shortDay, timeLabel } from '#domain/time/india-time.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { NoBreakTitle } from '#web/routes/admin/no-break-title.tsx'
import { ownState, variantOutsideTitle } from '#web/state-boards.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LAST_DAYS = 3
/** "1.2K". */
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' })

export function PaperFacts({ paper, now, isNew }: { paper: AdminPaper; now: Date; isNew: boolean }) {
  const published = paper.binnedAt === null && paper.hiddenAt === null
  const { views } = paper
  const apart = variantOutsideTitle(paper, ownState(useCentre()))
  const hasAnswers = Boolean(paper.referenceLink || paper.answers)
  return (
    <div className="row-words">
      <div className="title">
        <h3
          lang={/\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined}
          data-long={isLongTitle(paper.title) || undefined}
        >
          {published ? (
            <a href={paper.link} target="_blank" rel="noopener">
              <NoBreakTitle>{paper.title}</NoBreakTitle>
            </a>
          ) : (
            <NoBreakTitle>{paper.title}</NoBreakTitle>
          )}
        </h3>
      </div>
      <div className="all-facts">
        <p className="facts">
          <span>{degreeOf(paper.type, paper.grade)?.name}</span>
          <span>{paper.subject === ALL_SUBJECTS ? 'All subjects' : paper.subject}</span>
          {apart && <span>{apart}</span>}
        </p>
        <p className="facts">
          <span>
            <ShortMonth month={paper.month} /> {paper.year}
          </span>
          {published ? (
            <span className="when-changed">
              {paper.changedAt === paper.publishedAt ? 'added' : 'changed'} {shortDay(paper.changedAt, now)}
            </span>
          ) : paper.binnedAt === null ? (
            <span className="hidden-mark">{hiddenWords(paper, now)}</span>
          ) : (
            <DaysLeft binnedAt={paper.binnedAt} now={now} />
          )}
        </p>
      </div>
      <div className="row-more">
        <p className="facts views">
          <span className="max-sm:sr-only">
            {views.toLocaleString('en-IN')} {views === 1 ? 'view' : 'views'}
          </span>
          <span className="short-views" aria-hidden="true">
            <Eye className="size-4" />
            {COMPACT.format(views)}
          </span>
          <span className="weight">{weightOf(paper)}</span>
        </p>
        <p className="row-answers" data-none={!(hasAnswers || paper.sample || isNew) || undefined}>
          {published && !hasAnswers && <span className="no-answers">No answers yet</span>}
          {paper.sample && (
            <span className="sample-tag" title="It came with the site, to show how papers look">
              Sample
            </span>
          )}
          {isNew && <span className="new-stamp">JUST UPLOADED</span>}
          {paper.referenceLink && published ? (
            <a href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
              Reference Link
            </a>
          ) : (
            paper.answers && <span>With answers</span>
          )}
          {paper.answers && (
            <span className="answers-stamp">ANSWERS{paper.answers === 'file' && ' PDF'}</span>
          )}
        </p>
      </div>
    </div>
  )
}

/** "July", of which narrow rows show "Jul". */
function ShortMonth({ month }: { month: string }) {
  return (
    <>
      {month.slice(0, 3)}
      <span className="max-lg:hidden">{month.slice(3)}</span>
    </>
  )
}

/** "8 pages · 1.2 MB". */
export function weightOf({ pages, size }: Pick<AdminPaper, 'pages' | 'size'>): string {
  return `${pages} ${pages === 1 ? 'page' : 'pages'} · ${sizeLabel(size)}`
}

/** "Hidden until 1 Dec, 9:00 am". */
function hiddenWords({ showAt }: AdminPaper, now: Date): string {
  return showAt ? `Hidden until ${shortDay(showAt, now)}, ${timeLabel(showAt)}` : 'Hidden'
}

function DaysLeft({ binnedAt, now }: { binnedAt: string; now: Date }) {
  const days = Math.ceil((Date.parse(binnedAt) + BIN_DAYS * DAY_MS - now.getTime()) / DAY_MS)
  const left = Math.min(BIN_DAYS, Math.max(0, days))
  return (
    <span className={left <= LAST_DAYS ? 'last-days' : undefined}>
      {left <= 1 ? 'last day' : `${left} days left`}
    </span>
  )
}
