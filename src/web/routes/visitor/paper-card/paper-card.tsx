import { isLongTitle, type Labels, unbroken } from '#domain/language/labels.ts'
import { isOfWholeExam, type Paper, type SetOfExam } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { besidesTitle, ownState } from '#web/state-boards.ts'
import { useViewCount } from '../counting/use-view-count.ts'
import { KeptMark } from '../keeping/kept-mark.tsx'
import { PickPaper } from '../picked/pick-paper.tsx'
import { ExamSets } from './exam-sets.tsx'
import { FoundInside, type Inside } from './found-inside.tsx'
import { OpenPaper, PaperThumbnail } from './paper-card-parts.tsx'

type PaperCardProps = {
  paper: Paper
  inside?: Inside
  sets?: SetOfExam[]
  /** Below a heading of its subject it is an h4: the card begins with its title. */
  heading: 'h2' | 'h3' | 'h4'
  /** At the top of its page: its picture is the largest contentful paint. */
  opens?: boolean
  /** No heading above says its class. */
  alone?: boolean
}

export function PaperCard({ paper, inside, sets, heading: Heading, opens, alone = false }: PaperCardProps) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const views = useViewCount(paper)
  const title = labels.shortTitle(paper.title)
  const besides = labels.variant(besidesTitle(paper, ownState(useCentre())))
  const isBelowSubject = Heading === 'h4'
  const subject = labels.paperSubject(paper)
  return (
    <article className="paper-card" data-subject={paper.subject}>
      <PaperThumbnail paper={paper} width={96} opens={opens} />
      {paper.referenceLink && <span className="stamp">{m.card_answers_stamp()}</span>}
      <KeptMark id={paper.id} />
      {!isBelowSubject && (
        <p>
          <span className="badge">{subject}</span>
          {` ${alone ? classAndMonth(paper, labels) : labels.monthOf(paper)}`}
          {besides && `\u00a0· ${unbroken(besides)}`}
        </p>
      )}
      <Heading lang={langOf(title)} data-long={isLongTitle(title) || undefined}>
        <Link className="to-page" to={paperPath(paper)}>
          {title}
        </Link>
      </Heading>
      {isBelowSubject && (
        <p>
          {[labels.monthOf(paper), subject, besides && unbroken(besides)].filter(Boolean).join('\u00a0· ')}
        </p>
      )}
      <p>{`${unbroken(labels.weight(paper))}\u00a0· ${labels.views(views)}`}</p>
      {sets && <ExamSets paper={paper} sets={sets} />}
      {inside && <FoundInside paper={paper} inside={inside} />}
      <footer>
        <OpenPaper paper={paper} answer={m.card_answer()} />
        <PickPaper paper={paper} />
      </footer>
    </article>
  )
}

/** "12th CBSE · March 2024" as one word, which stands on a line of its own; the month where the badge says the exam. */
function classAndMonth(paper: Paper, labels: Labels) {
  const name = isOfWholeExam(paper) ? '' : `${labels.shortDegree(paper.type, paper.grade)} · `
  const line = name + labels.monthOf(paper)
  if (line.length <= LONGEST_WORD) return line.replaceAll(' ', '\u00a0')
  // Words of Tamil are long: of such a line each part stays whole, and one wider than a card breaks before its board.
  const parts = line.split(' · ').map((part) => {
    const whole = unbroken(part)
    return part.length > LONGEST_PART ? whole.replace(/\u00a0(\S+)\u00a0/, '\u00a0$1 ') : whole
  })
  return parts.join('\u00a0· ')
}

const LONGEST_WORD = 28
const LONGEST_PART = 22
