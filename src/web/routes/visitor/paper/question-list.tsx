import type { Part } from '#domain/page-images/page-image.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { AskedIn } from '../lists/asked-in.tsx'
import { type PageQuestion, questionAddress } from './page-question.ts'

type Group = { section: string | null; marks: number | null; questions: PageQuestion[] }

type ListProps = {
  questions: readonly PageQuestion[]
  part: Part
  /** Of the paper. */
  year: number
}

/** Opens to the numbers of all questions, by section, each a link to where it stands on its page. */
export function QuestionList({ questions, part, year }: ListProps) {
  const m = useMessages()
  const repeated = questions.filter(({ askedIn }) => askedIn)
  return (
    <details className="question-list folds">
      <summary>{m.questions_count({ count: questions.length })}</summary>
      {groupsOf(questions).map(({ section, marks, questions: own }) => (
        <section
          key={own[0]?.id}
          aria-label={section ? m.questions_section({ section }) : m.questions_heading()}
        >
          {(section || marks !== null) && (
            <p className="question-section">
              {section && <b>{m.questions_section({ section })}</b>}{' '}
              {marks !== null && <span>{m.questions_marks_each({ count: marks })}</span>}
            </p>
          )}
          <ol>
            {own.map((question) => (
              <li key={question.id}>
                <a href={questionAddress(question, part)} aria-label={labelOf(m, question)}>
                  {question.number}
                  {marks === null && question.marks !== null && <small>{question.marks}</small>}
                </a>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {repeated.length > 0 && (
        <section className="questions-asked" aria-labelledby="questions-asked">
          <p className="question-section" id="questions-asked">
            <b>{m.questions_asked_too()}</b>
          </p>
          <ul>
            {repeated.map((question) => (
              <li key={question.id}>
                <a href={questionAddress(question, part)}>{m.questions_one(question)}</a>{' '}
                <AskedIn years={question.askedIn ?? []} own={year} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </details>
  )
}

/** As it is heard, and as the frame says: "Question 17, 3 marks". */
export function labelOf(m: ReturnType<typeof useMessages>, { number, marks }: PageQuestion): string {
  const name = m.questions_one({ number })
  return marks === null ? name : `${name}, ${m.questions_marks({ count: marks })}`
}

/** Marks are said once where all of a section have the same. */
function groupsOf(questions: readonly PageQuestion[]): Group[] {
  const groups: Group[] = []
  for (const question of questions) {
    const last = groups.at(-1)
    if (last && last.section === question.section) last.questions.push(question)
    else groups.push({ section: question.section, marks: null, questions: [question] })
  }
  for (const group of groups) {
    const marks = new Set(group.questions.map((question) => question.marks))
    group.marks = marks.size === 1 && group.questions.length > 1 ? (group.questions[0]?.marks ?? null) : null
  }
  return groups
}
