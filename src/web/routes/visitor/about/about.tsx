import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import { EXAMS_WITHOUT_CLASSES, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { TrustedBy } from '../home/about-us/trusted-by.tsx'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs, organisation } from '../page/structured-data.ts'
import { WayOn } from '../page/way-on.tsx'
import drawings from '../pages.svg?url'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import type { Route } from './+types/about'
import { Coverage } from './classes-covered.tsx'
import { questionsAndAnswers, questionsOf } from './parents-questions.ts'
import { Questions } from './questions.tsx'

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
            <use href={`${drawings}#board`} />
          </svg>
        </div>

        <SolvedPart
          at={1}
          id="teachers"
          name={m.about_teachers()}
          marks={m.about_teachers_marks({ years: claims.years })}
        >
          <div className="answer-beside">
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
              <use href={`${drawings}#script`} />
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

        <WayOn to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}
