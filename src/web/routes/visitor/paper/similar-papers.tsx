import { degreeName, subjectName } from '#domain/paper/labels.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { Link } from '#web/link.tsx'
import { PaperCard } from '../paper-card/paper-card.tsx'

type SimilarProps = { paper: Paper; similar: Paper[] | null }

export function SimilarPapers({ paper, similar }: SimilarProps) {
  const degree = degreeName(paper.type, paper.grade)
  return (
    <section className="mt-10 md:mt-16 print:hidden" aria-labelledby="similar">
      <div className="question">
        <span className="number" aria-hidden="true">
          1.
        </span>
        <h2 id="similar">Papers like this one</h2>
        {similar && similar.length > 0 && (
          <span className="marks">
            [{similar.length} {similar.length === 1 ? 'paper' : 'papers'}]
          </span>
        )}
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
        <p className="mt-4 max-w-[48ch] text-lg">
          {similar
            ? `It is the only paper of ${degree} so far. More come as the centre adds them.`
            : 'They could not be read just now. Look through the list instead.'}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <Link className="action" to={`/resources/${paper.type}/${paper.grade}/`}>
          <span className="sweeps">All papers of {degree}</span>
        </Link>
        <Link className="action" to="/practice">
          <span className="sweeps">Free question papers</span>
        </Link>
      </p>
    </section>
  )
}

function OtherSubjects({ paper, similar, degree }: { paper: Paper; similar: Paper[]; degree: string }) {
  const others = similar.filter(({ subject }) => subject !== paper.subject).length
  if (others === 0) return null
  const subject = subjectName(paper)
  return (
    <p className="mt-3 max-w-[60ch] text-quiet">
      {others === similar.length
        ? `There is no other ${subject} paper of ${degree} yet. These are of its other subjects.`
        : `${subject} first, then other subjects of ${degree}.`}
    </p>
  )
}
