import { sizeLabel, typeLabel } from '#domain/paper/labels.ts'
import { PREVIOUS_YEARS, type PublishedPaper } from '#domain/paper/paper.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { grouped } from '#web/ui/grouped.ts'
import './paper-facts.css'

const ROMAN: Record<string, string> = { 6: 'VI', 7: 'VII', 8: 'VIII', 9: 'IX', 10: 'X', 11: 'XI', 12: 'XII' }

export function PaperFacts({ paper, views }: { paper: PublishedPaper; views: number }) {
  return (
    <div className="front-facts">
      {/* To be filled in by hand: only in print. */}
      <p className="roll-boxes" aria-hidden="true">
        Roll No. <span />
      </p>
      <dl>
        {factsOf(paper, views).map(([name, value]) => (
          <div key={name}>
            <dt>{name}:</dt> <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {paper.sample && <p className="text-quiet">A sample of our own making, not an official paper.</p>}
    </div>
  )
}

function factsOf(paper: PublishedPaper, views: number): [name: string, value: string][] {
  const isExam = paper.grade === PREVIOUS_YEARS
  return [
    isExam ? ['Exam', typeLabel(paper.type)] : ['Class', ROMAN[paper.grade] ?? paper.grade],
    isExam ? ['Papers of', 'Previous years'] : ['Board', typeLabel(paper.type)],
    ['Subject', paper.subject === 'all' ? 'All subjects' : paper.subject],
    ['Month', `${paper.month} ${paper.year}`],
    ['Pages', String(paper.pages)],
    ['Size', sizeLabel(paper.size)],
    ['Answers', paper.referenceLink ? 'Free' : 'None yet'],
    ['Views', grouped(views)],
    ['Added', dayLabel(paper.publishedAt)],
    ['Kind', paper.sample ? 'Sample paper' : 'Question paper'],
  ]
}
