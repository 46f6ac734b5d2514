import { CLASSES_COVERED } from '#domain/centre/texts/coverage-words.ts'
import { typeLabel } from '#domain/paper/labels.ts'
import { BOARDS, EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { Link } from '#web/link.tsx'

const CLASSES = SCHOOL_GRADES.toReversed()
const BOARD_NAMES = BOARDS.map((type) => ({ type, name: typeLabel(type) }))

export function Coverage() {
  return (
    <div className="coverage-sheet">
      {BOARD_NAMES.map(({ type, name }) => (
        <div key={type} className="bubble-row">
          <h3>
            {name} <span>{CLASSES_COVERED}</span>
          </h3>
          <ul>
            {CLASSES.map((grade) => (
              <li key={grade}>
                <Link className="answer-bubble" to={`/resources/${type}/${grade}`}>
                  <span className="sr-only">
                    {name} class {grade}
                  </span>
                  <span aria-hidden="true">{grade}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="bubble-row">
        <h3>
          Entrance and service <span>previous years</span>
        </h3>
        <ul>
          {EXAMS_WITHOUT_CLASSES.map((type) => (
            <li key={type}>
              <Link className="answer-bubble px-5" to={`/resources/${type}/previous-years`}>
                {typeLabel(type)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
