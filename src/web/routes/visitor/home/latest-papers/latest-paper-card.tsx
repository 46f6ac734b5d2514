import { degreeName, gradeLabel, subjectName, titleLang, weightLine } from '#domain/paper/labels.ts'
import { ALL_SUBJECTS, type Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { Link } from '#web/link.tsx'
import { useViewCount } from '#web/routes/visitor/counting/use-view-count.ts'
import { OpenPaper, PaperThumbnail, viewsText } from '#web/routes/visitor/paper-card/paper-card-parts.tsx'

export function LatestPaperCard({ paper, isNew }: { paper: Paper; isNew: boolean }) {
  const views = useViewCount(paper)
  return (
    <article className="paper-card latest-card" data-subject={paper.subject}>
      {paper.referenceLink && <span className="stamp">ANSWERS</span>}
      {isNew && <span className="stamp stamp-new">NEW</span>}
      <PaperThumbnail paper={paper} width={119} />
      <div className="latest-facts min-w-0">
        <p>
          <span className="badge">{subjectName(paper)}</span>
          <span>
            {paper.month} {paper.year}
          </span>
        </p>
        <h3 lang={titleLang(paper.title)}>
          <Link to={paperPath(paper)} className="to-page">
            {paper.title}
          </Link>
        </h3>
        <p>{whichClass(paper)}</p>
        <p>
          <span>{weightLine(paper)}</span>
          <span className="point"> </span>
          <span>{viewsText(views)}</span>
        </p>
      </div>
      <footer>
        <OpenPaper paper={paper} answer="Reference link" />
      </footer>
    </article>
  )
}

function whichClass({ type, grade, subject }: Paper) {
  const badgeSaysType = subject === ALL_SUBJECTS
  return badgeSaysType ? gradeLabel(grade) : degreeName(type, grade)
}
