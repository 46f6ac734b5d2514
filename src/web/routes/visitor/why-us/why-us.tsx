import { Link } from 'react-router'
import { REASONS } from '#domain/centre/texts/default-reasons.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageHead } from '../page/page-head.ts'
import type { Route } from './+types/why-us'
import '../paper-card/solved.css'
import { breadcrumbs } from '../page/structured-data.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import { ReasonPart } from './reason-part.tsx'
import './reasons.css'
import './why-us.css'

const COUNTS: Record<number, string> = { 2: 'two', 3: 'three', 4: 'four' }

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
  const { contacts, reasons = REASONS } = useCentre()
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>Why Us</h1>
        <p className="opening">
          {`Every tuition centre says that it is good. So here are ${COUNTS[reasons.length]} reasons, and with each a way to check it yourself.`}
        </p>

        {reasons.map((reason, at) => (
          <ReasonPart key={reason.kind} reason={reason} at={at + 1} />
        ))}

        <SolvedPart at={reasons.length + 1} id="never" name="What we never do" marks="0 marks">
          <ul className="struck">
            {NEVER.map((action) => (
              <li key={action}>
                <s>{action}</s>
              </li>
            ))}
          </ul>
          <p className="reading mt-6">
            Our readers are children. Nobody has an account here but the centre itself, and we keep numbers,
            not names: how often the site is visited, a paper is opened, a plan is chosen. The map under{' '}
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
