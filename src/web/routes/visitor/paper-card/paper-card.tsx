import { Link } from 'react-router'
import { subjectName, titleLang, weightLine } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { PickPaper } from '../picked/pick-paper.tsx'
import { FoundInside, type Inside } from './found-inside.tsx'
import { OpenPaper, PaperThumbnail, viewsText } from './paper-card-parts.tsx'

export function PaperCard({
  paper,
  inside,
  heading: Heading,
  opens,
}: {
  paper: Paper
  inside?: Inside
  heading: 'h2' | 'h3' | 'h4'
  /** At the top of its page: its picture is the largest contentful paint. */
  opens?: boolean
}) {
  const views = useViewCount(paper)
  return (
    <article className="paper-card" data-subject={paper.subject}>
      {paper.referenceLink && <span className="stamp">ANSWERS</span>}
      <PaperThumbnail paper={paper} width={96} opens={opens} />
      <div className="card-facts">
        <p>
          <span className="badge">{subjectName(paper)}</span>
          <span>{`${paper.month} ${paper.year}`}</span>
        </p>
        <Heading lang={titleLang(paper.title)}>
          <Link className="to-page" to={paperPath(paper)} discover="none">
            {paper.title}
          </Link>
        </Heading>
        <p>{weightLine(paper)}</p>
      </div>
      {inside && <FoundInside paper={paper} inside={inside} />}
      <footer>
        <OpenPaper paper={paper} answer="Free Answer" />
        <span>{viewsText(views)}</span>
      </footer>
      <PickPaper paper={paper} />
    </article>
  )
}
