import { BOARDS, EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'

const CLASSES = SCHOOL_GRADES.toReversed()
const [FIRST = '', LAST = ''] = [SCHOOL_GRADES.at(-1), SCHOOL_GRADES[0]]

export function Coverage() {
  const m = useMessages()
  const labels = useLabels()
  const boards = BOARDS.map((type) => ({ type, name: labels.type(type) }))
  return (
    <div className="coverage-sheet">
      {boards.map(({ type, name }) => (
        <div key={type} className="bubble-row">
          <h3>
            {name} <span>{m.about_coverage_classes({ first: FIRST, last: LAST })}</span>
          </h3>
          <ul>
            {CLASSES.map((grade) => (
              <li key={grade}>
                <Link className="answer-bubble" to={`/resources/${type}/${grade}`}>
                  <span className="sr-only">{m.about_coverage_class({ board: name, grade })}</span>
                  <span aria-hidden="true">{grade}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="bubble-row">
        <h3>
          {withNodes((node) =>
            m.about_coverage_exams({ quiet: node(<span>{m.about_coverage_exams_quiet()}</span>) }),
          )}
        </h3>
        <ul>
          {EXAMS_WITHOUT_CLASSES.map((type) => (
            <li key={type}>
              <Link className="answer-bubble px-5" to={`/resources/${type}/previous-years`}>
                {labels.type(type)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
