import type { PublicCentre } from '#domain/centre/centre.ts'
import type { Question } from '#domain/centre/content-schemas.ts'
import { fillIn } from '#domain/centre/own-words.ts'
import { withoutMarks } from '#domain/centre/texts/marks.ts'
import { questionTexts } from '#domain/centre/translations/question-texts.ts'
import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { BOARDS, EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import type { Route } from './+types/about'
import { TrustedBy } from './home/trusted-by.tsx'
import { MarkedBlocks } from './page/marked.tsx'
import { NextLinks } from './page/next-links.tsx'
import { pageHead } from './page/page-head.ts'
import { breadcrumbs, organisation } from './page/structured-data.ts'
import illustrations from './pages.svg?url'
import { SolvedPart } from './paper-card/paper-card.tsx'

const CLASSES = SCHOOL_GRADES.toReversed()
const [FIRST = '', LAST = ''] = [SCHOOL_GRADES.at(-1), SCHOOL_GRADES[0]]

function Coverage() {
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

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name } = rootDataOf(matches).centre
  const m = messagesAt(matches)
  const language = languageAt(matches)
  const exams = EXAMS_WITHOUT_CLASSES.map(labelsOf(language).type)
  return pageHead(matches, {
    title: m.about_title(),
    description: m.about_description({
      name,
      youngest: SCHOOL_GRADES.at(-1) ?? '',
      exams: formatsOf(language).list(exams),
    }),
    path: '/about',
    data: (origin, root) => [
      organisation(root),
      questionsAndAnswers(root.centre, language),
      breadcrumbs(origin, [{ name: m.about_title(), path: '/about' }], languageAt(matches)),
    ],
  })
}

export default function About() {
  const centre = useCentre()
  const { claims, plans } = centre
  const language = useLanguage()
  const m = useMessages()
  const questions = questionsOf(centre, language)
  const times = [plans.mon.lasts, plans.half.lasts, plans.ann.lasts]
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="about-head">
          <div>
            <h1>{m.about_heading({ name: centre.name })}</h1>
            <p className="opening">{m.about_opening()}</p>
            <dl className="paper-head">
              <div>
                <dt>{m.about_subject()}</dt>
                <dd>{m.about_subject_is()}</dd>
              </div>
              <div>
                <dt>{m.about_time()}</dt>
                <dd>{m.about_time_is()}</dd>
              </div>
              <div>
                <dt>{m.about_attempt()}</dt>
                <dd>{m.about_attempt_is()}</dd>
              </div>
            </dl>
          </div>
          <svg className="board" viewBox="0 0 460 380" aria-hidden="true">
            <use href={`${illustrations}#board`} />
          </svg>
        </div>

        <SolvedPart
          at={1}
          id="teachers"
          name={m.about_teachers()}
          marks={m.about_teachers_marks({ years: claims.years })}
        >
          <div className="answer-aside">
            <div className="answer" data-answer={m.about_questions_answer()}>
              <p>
                {withNodes((node) =>
                  m.about_teachers_team({
                    swept: node(
                      <b className="swept">{m.about_teachers_team_swept({ years: claims.years })}</b>,
                    ),
                  }),
                )}
              </p>
              <p>{m.about_teachers_visit()}</p>
            </div>
            <svg viewBox="0 0 300 300" aria-hidden="true">
              <use href={`${illustrations}#script`} />
            </svg>
          </div>
        </SolvedPart>

        <SolvedPart
          at={2}
          id="trust"
          name={m.about_trust()}
          marks={m.about_trust_marks({ learners: claims.learners })}
        >
          <p className="max-w-[22ch] mt-4 font-extrabold text-[clamp(1.75rem,1.3rem_+_2vw,3rem)]/[1.15] tracking-[-0.02em] text-balance">
            <TrustedBy learners={claims.learners} />
          </p>
          <p className="reading mt-4">{m.about_trust_who()}</p>
        </SolvedPart>

        <SolvedPart at={3} id="coverage" name={m.about_coverage()} marks={m.about_coverage_marks()}>
          <Coverage />
        </SolvedPart>

        <SolvedPart at={4} id="method" name={m.about_method()} marks={m.about_method_marks()}>
          <ol className="method">
            <li>{withNodes((node) => m.about_method_find({ b: node(<b>{m.about_method_find_b()}</b>) }))}</li>
            <li>
              {withNodes((node) => m.about_method_solve({ b: node(<b>{m.about_method_solve_b()}</b>) }))}
            </li>
            <li>
              {withNodes((node) => m.about_method_check({ b: node(<b>{m.about_method_check_b()}</b>) }))}
            </li>
          </ol>
        </SolvedPart>

        <SolvedPart at={5} id="cost" name={m.about_cost()} marks={m.about_cost_marks()}>
          <div className="two-halves">
            <div>
              <h3>{m.about_cost_free()}</h3>
              <p>
                {withNodes((node) =>
                  m.about_cost_free_what({
                    link: node(<Link to="/practice">{m.about_cost_free_what_link()}</Link>),
                  }),
                )}
              </p>
            </div>
            <div>
              <h3>{m.about_cost_paid()}</h3>
              <p>
                {withNodes((node) =>
                  m.about_cost_paid_what({
                    link: node(<Link to="/pricing">{m.about_cost_paid_what_link()}</Link>),
                    times: formatsOf(language).either(times),
                    features: plans.features.join(', '),
                  }),
                )}
              </p>
            </div>
          </div>
        </SolvedPart>

        <SolvedPart
          at={6}
          id="questions"
          name={m.about_questions()}
          marks={m.about_questions_marks({ count: questions.length })}
        >
          <Questions all={questions} />
        </SolvedPart>

        <NextLinks to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}

function questionsOf({ questions }: PublicCentre, language: Language): Question[] {
  return questions ?? questionTexts(language)
}

/** As search engines are given them, without marks. */
function questionsAndAnswers(centre: PublicCentre, language: Language): object {
  const { list } = formatsOf(language)
  return {
    '@type': 'FAQPage',
    mainEntity: questionsOf(centre, language).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: fillIn(withoutMarks(answer), centre, list) },
    })),
  }
}

function Questions({ all }: { all: Question[] }) {
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <div className="questions">
      {all.map(({ question, answer }, at) => (
        <details key={question} open={at === 0}>
          <summary>
            <span className="q-number">{m.about_questions_number({ number: at + 1 })}</span>
            <span className="q-text" lang={langOf(question)}>
              {question}
            </span>
            <span className="q-sign" aria-hidden="true" />
          </summary>
          <div className="q-answer">
            <b className="q-number">{m.about_questions_answer()}</b>
            <div className="marked" lang={langOf(answer)}>
              <MarkedBlocks text={answer} />
            </div>
          </div>
        </details>
      ))}
    </div>
  )
}
