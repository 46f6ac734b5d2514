import type { Paper } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { PaperCard } from '../paper-card/paper-card.tsx'

type SimilarProps = { paper: Paper; similar: Paper[] | null }

export function SimilarPapers({ paper, similar }: SimilarProps) {
  const m = useMessages()
  const labels = useLabels()
  const degree = labels.degree(paper.type, paper.grade)
  return (
    <section className="mt-10 md:mt-16 print:hidden" aria-labelledby="similar">
      <div className="question">
        <span className="number" aria-hidden="true">
          1.
        </span>
        <h2 id="similar">{m.paper_similar()}</h2>
        {similar && similar.length > 0 && <span className="marks">[{labels.papers(similar.length)}]</span>}
      </div>
      {similar && <OtherSubjects paper={paper} similar={similar} degree={degree} />}
      {similar && similar.length > 0 ? (
        <ul className="paper-cards mt-6 md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4">
          {similar.map((each) => (
            <li key={each.id}>
              <PaperCard paper={each} heading="h3" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 max-w-[48ch] text-[1.125rem]">
          {similar ? m.paper_only_one({ degree }) : m.paper_similar_failed()}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link className="action" to={`/resources/${paper.type}/${paper.grade}/`}>
          <span className="sweeps">{m.paper_all_of_degree({ degree })}</span>
        </Link>
        <Link className="action" to="/practice">
          <span className="sweeps">{m.list_free_papers()}</span>
        </Link>
      </p>
    </section>
  )
}

function OtherSubjects({ paper, similar, degree }: { paper: Paper; similar: Paper[]; degree: string }) {
  const m = useMessages()
  const labels = useLabels()
  const others = similar.filter(({ subject }) => subject !== paper.subject).length
  if (others === 0) return null
  const subject = labels.paperSubject(paper)
  return (
    <p className="mt-3 max-w-[60ch] text-quiet">
      {others === similar.length
        ? m.paper_no_other_of_subject({ subject, degree })
        : m.paper_subject_first({ subject, degree })}
    </p>
  )
}
