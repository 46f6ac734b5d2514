import type { Part } from '#domain/page-images/page-image.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { AskedIn } from '../lists/question-card.tsx'
import { PickQuestion } from '../picked/pick-paper.tsx'
import { type PageQuestion, questionAddress } from './page-question.ts'

type Group = { section: string | null; marks: number | null; questions: PageQuestion[] }

type ListProps = {
  /** Of the paper. */
  paper: { id: string; title: string }
  questions: readonly PageQuestion[]
  part: Part
  /** Of the paper. */
  year: number
}

/** Opens to the numbers of all questions, by section, each a link to where it is on its page. */
export function QuestionList({ paper, questions, part, year }: ListProps) {
  const m = useMessages()
  const langOf = useTextLang()
  const repeated = questions.filter(({ askedIn }) => askedIn)
  const chapters = byChapter(questions)
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
                <a
                  href={questionAddress(question, part)}
                  aria-label={labelOf(m, question)}
                  data-marks={(marks === null && question.marks) || undefined}
                >
                  {question.number}
                </a>
                <PickQuestion question={{ ...question, paperId: paper.id }} title={paper.title} isShort />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {chapters.length > 0 && (
        <section className="questions-by-chapter" aria-labelledby="questions-by-chapter">
          <p className="question-section" id="questions-by-chapter">
            <b>{m.questions_by_chapter()}</b>
          </p>
          <ul>
            {chapters.map(({ id, name, sure, maybe }) => (
              <li key={id}>
                <span lang={langOf(name)}>{name}</span>
                <Numbers questions={sure} part={part} />
                {maybe.length > 0 && <small>{m.questions_maybe_these()}</small>}
                <Numbers questions={maybe} part={part} />
              </li>
            ))}
          </ul>
        </section>
      )}
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
      <Answers questions={questions} />
    </details>
  )
}

function Numbers({ questions, part }: Pick<ListProps, 'questions' | 'part'>) {
  const m = useMessages()
  return questions.map((question) => (
    <a key={question.id} href={questionAddress(question, part)} aria-label={m.questions_one(question)}>
      {question.number}
    </a>
  ))
}

type OfChapter = { id: string; name: string; sure: PageQuestion[]; maybe: PageQuestion[] }

/** In the order in which the paper comes to them; chapters of which no question is sure come last. */
function byChapter(questions: readonly PageQuestion[]): OfChapter[] {
  const all = new Map<string, OfChapter>()
  for (const question of questions)
    for (const { id, name, isSure } of question.chapters ?? []) {
      const known = all.get(id) ?? { id, name, sure: [], maybe: [] }
      known[isSure ? 'sure' : 'maybe'].push(question)
      all.set(id, known)
    }
  return [...all.values()].sort(
    (one, other) => Number(one.sure.length === 0) - Number(other.sure.length === 0),
  )
}

/** Each opens alone; its picture is asked for when it does. */
function Answers({ questions }: Pick<ListProps, 'questions'>) {
  const m = useMessages()
  const answered = questions.filter(({ answer }) => answer)
  if (answered.length === 0) return null
  return (
    <section className="questions-answers" aria-labelledby="questions-answers">
      <p className="question-section" id="questions-answers">
        <b>{m.answers_one_by_one()}</b>
      </p>
      <ol>
        {answered.map(({ id, number, answer }) => (
          <li key={id}>
            <details>
              <summary className="w-fit" aria-label={m.sit_answer_to({ number })}>
                {number}
              </summary>
              <div className="question-image max-h-none">
                <img
                  src={answer?.address}
                  width={answer?.width}
                  height={answer?.height}
                  alt={m.sit_answer_to({ number })}
                  loading="lazy"
                />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </section>
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
