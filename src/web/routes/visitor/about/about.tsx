import { Link } from 'react-router'
import { EXAMS_COVERED } from '#domain/centre/texts/coverage-words.ts'
import { SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import type { Route } from './+types/about'
import './about.css'
import { pageHead } from '../page/page-head.ts'
import '../class-bubbles/answer-bubble.css'
import drawings from '../pages.svg?url'
import { Coverage } from './classes-covered.tsx'
import { questionsAndAnswers, questionsOf } from './parents-questions.ts'
import './questions.css'
import { Questions } from './questions.tsx'
import '../paper-card/solved.css'
import { breadcrumbs, organisation } from '../page/structured-data.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name } = rootDataOf(matches).centre
  return pageHead(matches, {
    title: 'About',
    description: `Who teaches at ${name}, what we cover from class ${SCHOOL_GRADES.at(-1)} to ${EXAMS_COVERED}, what is free, what is paid, and what parents ask.`,
    path: '/about',
    data: (origin, root) => [
      organisation(root),
      questionsAndAnswers(root.centre),
      breadcrumbs(origin, [{ name: 'About', path: '/about' }]),
    ],
  })
}

export default function About() {
  const centre = useCentre()
  const { claims, plans } = centre
  const questions = questionsOf(centre)
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="about-head">
          <div>
            <h1>About {centre.name}</h1>
            <p className="opening">
              We are a maths tuition centre. We teach, we set and collect question papers, and we put them
              where every student can open them: here, free, with nothing asked in return.
            </p>
            <dl className="paper-head">
              <div>
                <dt>Subject</dt>
                <dd>Who we are</dd>
              </div>
              <div>
                <dt>Time allowed</dt>
                <dd>3 minutes</dd>
              </div>
              <div>
                <dt>Attempt</dt>
                <dd>All questions</dd>
              </div>
            </dl>
          </div>
          <svg className="board" viewBox="0 0 460 380" aria-hidden="true">
            <use href={`${drawings}#board`} />
          </svg>
        </div>

        <SolvedPart at={1} id="teachers" name="Who teaches here?" marks={`over ${claims.years} years`}>
          <div className="answer-beside">
            <div className="answer">
              <p>
                A team with <b className="swept">over {claims.years} years</b> of experience in teaching. In
                that time the books changed, the pattern changed, the phone came. What did not change is where
                marks are lost: a step left out, a sign dropped, a question read in a hurry. That is what we
                look for in a student’s paper, and what we teach.
              </p>
              <p>
                You will find no toppers’ photographs here. If you wish to know us, call in our hours, or come
                by and ask.
              </p>
            </div>
            <svg viewBox="0 0 300 300" aria-hidden="true">
              <use href={`${drawings}#script`} />
            </svg>
          </div>
        </SolvedPart>

        <SolvedPart at={2} id="trust" name="Who learns with us?" marks={`over ${claims.learners}`}>
          <p className="max-w-[22ch] mt-4 font-extrabold text-[clamp(1.75rem,1.3rem_+_2vw,3rem)]/[1.15] tracking-[-0.02em] text-balance">
            Trusted by <span className="swept">over {claims.learners}</span> educators and learners
          </p>
          <p className="reading mt-4">
            Students from class 6 to the entrance exams. Parents who check the evening’s work. Tutors who want
            one more good paper for tomorrow’s batch.
          </p>
        </SolvedPart>

        <SolvedPart at={3} id="coverage" name="What do we cover?" marks="shade one bubble">
          <Coverage />
        </SolvedPart>

        <SolvedPart at={4} id="method" name="How does it work?" marks="3 steps">
          <ol className="method">
            <li>
              <b>Find.</b> Choose the class and the subject, or type what you look for in the search box.
            </li>
            <li>
              <b>Solve.</b> Open the paper on the phone, or print it. Set the clock, and write.
            </li>
            <li>
              <b>Check.</b> A paper with the stamp ANSWERS has them one tap away. Count your steps, not only
              your results.
            </li>
          </ol>
        </SolvedPart>

        <SolvedPart at={5} id="cost" name="What is free, and what is paid?" marks="₹0 or a plan">
          <div className="two-halves">
            <div>
              <h3>Free, for everyone</h3>
              <p>
                Every paper under <Link to="/practice">Free question papers</Link>, with its answers where we
                have them. No sign-in, no ads, no number asked.
              </p>
            </div>
            <div>
              <h3>Paid, if you want more</h3>
              <p>
                A <Link to="/pricing">plan</Link> for {plans.mon.lasts}, {plans.half.lasts} or{' '}
                {plans.ann.lasts}: more papers, {plans.features.join(', ')}. Bought and delivered in WhatsApp.
              </p>
            </div>
          </div>
        </SolvedPart>

        <SolvedPart at={6} id="questions" name="What parents ask" marks={`${questions.length} questions`}>
          <Questions all={questions} />
        </SolvedPart>

        <WayOn to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}
