import { Link } from 'react-router'

const CLASSES = ['6', '7', '8', '9', '10', '11', '12']
const BOARDS = [
  { type: 'cbse', name: 'CBSE' },
  { type: 'state', name: 'State Board' },
]
const EXAMS = [
  { type: 'jee', name: 'JEE' },
  { type: 'neet', name: 'NEET' },
  { type: 'tnpsc', name: 'TNPSC' },
]

/** What the centre covers, as an answer sheet whose bubbles lead to the papers. */
export function Coverage() {
  return (
    <div className="coverage-sheet">
      {BOARDS.map(({ type, name }) => (
        <div key={type} className="bubble-row">
          <h3>
            {name} <span>classes 6–12</span>
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
          {EXAMS.map(({ type, name }) => (
            <li key={type}>
              <Link className="answer-bubble answer-bubble-wide" to={`/resources/${type}/previous-years`}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
