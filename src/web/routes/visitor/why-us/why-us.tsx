import { reasonTexts } from '#domain/centre/translations/reason-texts.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs } from '../page/structured-data.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import type { Route } from './+types/why-us'
import { ReasonPart } from './reason-part.tsx'

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, claims } = rootDataOf(matches).centre
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.why_us_title(),
    description: m.why_us_description({ name, years: claims.years }),
    path: '/why-us',
    data: (origin) => [
      breadcrumbs(origin, [{ name: m.why_us_title(), path: '/why-us' }], languageAt(matches)),
    ],
  })
}

export default function WhyUs() {
  const m = useMessages()
  const language = useLanguage()
  const { contacts, reasons = reasonTexts(language) } = useCentre()
  const number = [m.why_us_two, m.why_us_three, m.why_us_four][reasons.length - 2]?.() ?? reasons.length
  const never = [
    m.why_us_never_number(),
    m.why_us_never_ads(),
    m.why_us_never_follow(),
    m.why_us_never_sign_in(),
    m.why_us_never_size(),
  ]
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>{m.why_us_title()}</h1>
        <p className="opening">{m.why_us_opening({ number })}</p>

        {reasons.map((reason, at) => (
          <ReasonPart key={reason.kind} reason={reason} at={at + 1} />
        ))}

        <SolvedPart at={reasons.length + 1} id="never" name={m.why_us_never()} marks={m.why_us_never_marks()}>
          <ul className="struck">
            {never.map((action) => (
              <li key={action}>
                <s>{action}</s>
              </li>
            ))}
          </ul>
          <p className="reading mt-6">
            {withNodes((node) =>
              m.why_us_privacy({
                contact: node(<Link to="/contact">{m.contact_title()}</Link>),
                email: node(
                  <a href={`mailto:${contacts.email}`} data-tap="email">
                    {contacts.email}
                  </a>,
                ),
              }),
            )}
          </p>
        </SolvedPart>

        <WayOn to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}
