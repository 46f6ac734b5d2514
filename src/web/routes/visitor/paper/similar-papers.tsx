import { Link } from 'react-router'
import type { Paper } from '#domain/catalogue/paper.ts'
import { PaperCard } from '../paper-card.tsx'
import { degreeName } from '../paper-words.ts'

/** Papers like this one, and the way to the list they come from. */
export function SimilarPapers({ paper, similar }: { paper: Paper; similar: Paper[] | null }) {
  const degree = degreeName(paper.type, paper.grade)
  return (
    <section className="similar" aria-labelledby="similar">
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
      {similar && similar.length > 0 ? (
        <ul className="mt-6 grid gap-x-6 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
          {similar.map((each) => (
            <li key={each.id} className="grid">
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
          <span className="sweeps">All free papers</span>
        </Link>
      </p>
    </section>
  )
}
