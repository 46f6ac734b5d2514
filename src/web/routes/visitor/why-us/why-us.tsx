import { Link } from 'react-router'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageHead } from '../page/page-head.ts'
import drawings from '../pages.svg?url'
import type { Route } from './+types/why-us'
import { CorrectedSum } from './corrected-sum.tsx'
import '../paper-card/solved.css'
import { breadcrumbs } from '../page/structured-data.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import { SpecimenPaper } from './specimen-paper.tsx'
import './reasons.css'
import './why-us.css'

const YEAR = [
  {
    when: 'June',
    what: 'New books',
    todo: 'Read last year’s paper. Not to solve it, but to see what is asked.',
  },
  { when: 'September', what: 'Quarterly', todo: 'One paper a week, from the chapters that are done.' },
  { when: 'December', what: 'Half-yearly', todo: 'Whole papers, with the clock on the table.' },
  {
    when: 'January',
    what: 'Revision, model',
    todo: 'Three hours at one sitting. The answers only afterwards.',
  },
  { when: 'March', what: 'Public exam', todo: 'Only what went wrong before. And sleep.' },
  {
    when: 'April and May',
    what: 'JEE, NEET',
    todo: 'Previous years, one after another, until nothing surprises.',
  },
]

const NEVER = [
  'Ask a student for a number',
  'Show ads',
  'Let other companies follow you',
  'Make you sign in to read',
  'Hide the size of a file',
]

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, claims } = rootDataOf(matches).centre
  return pageHead(matches, {
    title: 'Why Us',
    description: `Why students choose ${name}: expertise of over ${claims.years} years, papers chosen with care, light pages for old phones, a plan for the exam year, and no tracking.`,
    path: '/why-us',
    data: (origin) => [breadcrumbs(origin, [{ name: 'Why Us', path: '/why-us' }])],
  })
}

export default function WhyUs() {
  const { claims, contacts } = useCentre()
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Why Us</h1>
        <p className="opening">
          Every tuition centre says that it is good. So here are four reasons, and with each a way to check it
          yourself.
        </p>

        <SolvedPart at={1} id="expertise" name="Expertise" marks={`over ${claims.years} years`}>
          <div className="reason">
            <div className="reading">
              <p>
                The teaching team has over {claims.years} years of experience. Whoever has corrected that many
                answer scripts knows that a sum is not right or wrong: each line of it earns its marks, or
                loses them.
              </p>
              <p>So we teach the lines. The result follows.</p>
              <CheckIt>
                Bring a doubt and ask: <Link to="/contact">call, write or come</Link>.
              </CheckIt>
            </div>
            <CorrectedSum />
          </div>
        </SolvedPart>

        <SolvedPart at={2} id="quality" name="Quality" marks="before the tap">
          <div className="reason md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
            <SpecimenPaper />
            <div className="reading">
              <p>
                A paper goes up when it follows the syllabus of its class, when every page and every figure of
                it can be read, and when we can say of which month and year it is. Each file is checked on its
                way in: a damaged one, or one that carries more than a paper, stays out.
              </p>
              <p>
                What we know of a paper stands on its card, so that you know it before you spend data on it.
              </p>
              <CheckIt>
                Look at <Link to="/practice">any card under Free question papers</Link>.
              </CheckIt>
            </div>
          </div>
        </SolvedPart>

        <SolvedPart at={3} id="convenience" name="Convenience" marks="0 forms">
          <div className="reason">
            <div className="reading">
              <p>
                Many students read on a phone that is not new, often their mother’s, in a bus or at the end of
                the month’s data. The site is made for that phone: light pages, big targets, dark like a
                blackboard where the phone is dark, and nothing between you and the paper.
              </p>
              <p>
                Search takes your words in any order, and as you say them: 10th, XII, maths. And what you
                would rather ask, you ask in WhatsApp.
              </p>
              <CheckIt>
                Open <Link to="/practice">Free question papers</Link> on the oldest phone in the house, or
                search for <Link to="/practice?q=XII+maths">XII maths</Link>.
              </CheckIt>
            </div>
            <svg className="drawing" viewBox="0 0 300 300" aria-hidden="true">
              <use href={`${drawings}#handset`} />
            </svg>
          </div>
        </SolvedPart>

        <SolvedPart at={4} id="success" name="Success-Oriented" marks="June to May">
          <p className="reading mt-5">
            A paper helps at the right time. This is the year as most schools here have it; your school’s
            dates may differ.
          </p>
          <ol className="year-line">
            {YEAR.map(({ when, what, todo }) => (
              <li key={when}>
                <p className="when">{when}</p>
                <h3>{what}</h3>
                <p>{todo}</p>
              </li>
            ))}
          </ol>
          <CheckIt>
            Start where you stand: <Link to="/about#coverage">choose a class or an exam</Link>.
          </CheckIt>
        </SolvedPart>

        <SolvedPart at={5} id="never" name="What we never do" marks="0 marks">
          <ul className="struck">
            {NEVER.map((action) => (
              <li key={action}>
                <s>{action}</s>
              </li>
            ))}
          </ul>
          <p className="reading mt-6">
            Our readers are children. Nobody has an account here but the centre itself, and we keep numbers,
            not names: how often the site is visited, how often a paper is opened. The map under{' '}
            <Link to="/contact">Contact Us</Link> comes from elsewhere, so it comes only when you ask for it.
            If you think that we fell short of this, tell us:{' '}
            <a href={`mailto:${contacts.email}`} data-tap="email">
              {contacts.email}
            </a>
            .
          </p>
        </SolvedPart>

        <WayOn to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}

function CheckIt({ children }: { children: React.ReactNode }) {
  return (
    <p className="check-it">
      <b>Check it.</b> {children}
    </p>
  )
}
