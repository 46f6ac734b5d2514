import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useViewCount } from '#web/routes/visitor/counting/use-view-count.ts'
import { OpenPaper, PaperThumbnail } from '#web/routes/visitor/paper-card/paper-card-parts.tsx'

/** Its letters are larger than a list's, and its column on a phone narrower: more than two lines of them. */
const LONG = 44

export function LatestPaperCard({ paper, isNew }: { paper: Paper; isNew: boolean }) {
  const views = useViewCount(paper)
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const title = labels.shortTitle(paper.title)
  return (
    <article className="paper-card latest-card" data-subject={paper.subject}>
      {isNew && <span className="stamp stamp-new">{m.latest_stamp_new()}</span>}
      <PaperThumbnail paper={paper} width={119} />
      {paper.referenceLink && <span className="stamp">{m.card_answers_stamp()}</span>}
      <div className="latest-facts min-w-0">
        <p>
          <span className="badge">{labels.paperSubject(paper)}</span>
          <span>{labels.monthOf(paper)}</span>
        </p>
        <h3 lang={langOf(title)} data-long={title.length > LONG || undefined}>
          <Link to={paperPath(paper)} className="to-page">
            {title}
          </Link>
        </h3>
        <p>
          {paper.subject === ALL_SUBJECTS
            ? labels.grade(paper.grade)
            : labels.degree(paper.type, paper.grade)}
        </p>
        <p>{labels.weight(paper)}</p>
      </div>
      <footer>
        <OpenPaper paper={paper} answer={m.latest_reference()} />
        <small>{labels.views(views)}</small>
      </footer>
    </article>
  )
}
