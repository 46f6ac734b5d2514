import { typeLabel } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import {
  BOARDS,
  EXAMS_WITHOUT_CLASSES,
  type Grade,
  type PaperType,
  SCHOOL_GRADES,
} from '#domain/paper/paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

export type Shaded = { type?: PaperType; grade?: Grade }
type Bubble = { name: string; isClass?: true; isShaded: boolean; next: Shaded }

/**
 * The bubbles of an answer sheet, each a link to the papers of a class, a board or an exam. `linkTo` is asked for the
 * address of what a press leaves shaded: a class goes with a board, an exam is alone, and a shaded one is taken off.
 */
export function ClassBubbles({ shaded, linkTo }: { shaded?: Shaded; linkTo(next: Shaded): string }) {
  const m = useMessages()
  const lines = bubblesOf(shaded ?? {}, m).map((line) =>
    line.map(({ next, ...bubble }) => ({ ...bubble, to: linkTo(next) })),
  )
  return (
    <nav className="class-bubbles" aria-label={m.bubbles_label()}>
      {lines.map((line, index) => (
        <ul key={line[0]?.name} aria-label={[m.bubbles_class(), m.bubbles_board(), m.paper_exam()][index]}>
          {line.map(({ name, isClass, isShaded, to }) => (
            <li key={name}>
              <Link
                className="answer-bubble"
                to={to}
                aria-current={isShaded || undefined}
                preventScrollReset={shaded !== undefined}
              >
                {isClass && <span className="sr-only">{`${m.bubbles_class()} `}</span>}
                {name}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function bubblesOf({ type, grade }: Shaded, m: Messages): Bubble[][] {
  const board = BOARDS.find((each) => each === type)
  const schoolGrade = SCHOOL_GRADES.find((each) => each === grade)
  return [
    SCHOOL_GRADES.map((each) => {
      const isShaded = each === grade
      return {
        name: each,
        isClass: true,
        isShaded,
        next: { type: board, grade: isShaded ? undefined : each },
      }
    }),
    BOARDS.map((each) => bubbleOf(each, each === type, m, schoolGrade)),
    EXAMS_WITHOUT_CLASSES.map((each) => bubbleOf(each, each === type, m)),
  ]
}

function bubbleOf(type: PaperType, isShaded: boolean, m: Messages, grade?: Grade): Bubble {
  const name = type === 'state' ? m.bubbles_state() : typeLabel(type)
  return { name, isShaded, next: { type: isShaded ? undefined : type, grade } }
}
