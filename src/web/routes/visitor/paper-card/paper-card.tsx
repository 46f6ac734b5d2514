import { shortTitle, subjectName, titleLang, unbroken, weightLine } from '#domain/paper/labels.ts'
import { ALL_SUBJECTS, degreeOf, type Paper, type SetOfExam } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Link } from '#web/link.tsx'
import { besidesTitle, ownState } from '#web/state-boards.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { KeptMark } from '../keeping/kept-mark.tsx'
import { PickPaper } from '../picked/pick-paper.tsx'
import { ExamSets } from './exam-sets.tsx'
import { FoundInside, type Inside } from './found-inside.tsx'
import { OpenPaper, PaperThumbnail, viewsText } from './paper-card-parts.tsx'

export function PaperCard({
  paper,
  inside,
  sets,
  heading: Heading,
  opens,
  alone = false,
}: {
  paper: Paper
  inside?: Inside
  sets?: SetOfExam[]
  heading: 'h2' | 'h3' | 'h4'
  /** At the top of its page: its picture is the largest contentful paint. */
  opens?: boolean
  /** No heading above says its class. */
  alone?: boolean
}) {
  const views = useViewCount(paper)
  const title = shortTitle(paper.title)
  const besides = besidesTitle(paper, ownState(useCentre()))
  return (
    <article className="paper-card" data-subject={paper.subject}>
      {paper.referenceLink && <span className="stamp">ANSWERS</span>}
      <PaperThumbnail paper={paper} width={96} opens={opens} />
      <KeptMark id={paper.id} />
      <p>
        <span className="badge">{subjectName(paper)}</span>
        {` ${alone ? classAndMonth(paper) : `${paper.month} ${paper.year}`}`}
        {besides && ` · ${unbroken(besides)}`}
      </p>
      <Heading lang={titleLang(title)}>
        <Link className="to-page" to={paperPath(paper)} discover="none">
          {title}
        </Link>
      </Heading>
      <p>{`${unbroken(weightLine(paper))} · ${viewsText(views)}`}</p>
      {sets && <ExamSets paper={paper} sets={sets} />}
      {inside && <FoundInside paper={paper} inside={inside} />}
      <footer>
        <OpenPaper paper={paper} answer="Free Answer" />
        <PickPaper paper={paper} />
      </footer>
    </article>
  )
}

/** "12th CBSE · March 2024" as one word, which stands on a line of its own; the month where the badge says the exam. */
function classAndMonth({ type, grade, subject, month, year }: Paper) {
  const name = subject === ALL_SUBJECTS ? '' : `${degreeOf(type, grade)?.name} · `
  return `${name}${month} ${year}`.replaceAll(' ', '\u00a0')
}
