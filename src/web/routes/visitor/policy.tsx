import type { Policy } from '#domain/centre/texts/policies.ts'
import { policyTexts } from '#domain/centre/translations/policy-texts.ts'
import type { Messages } from '#domain/language/messages.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import type { Route } from './+types/policy'
import { MarkedBlocks } from './page/marked.tsx'
import { NextLinks } from './page/next-links.tsx'
import { pageHead } from './page/page-head.ts'
import { breadcrumbs } from './page/structured-data.ts'

type Matches = Route.MetaArgs['matches'] | Route.ComponentProps['matches']

/** One page for each policy: its route is named after it. */
const policyOf = (matches: Matches) => matches.at(-1)?.id as Policy

const TITLES: Record<Policy, (m: Messages) => { title: string; description: string }> = {
  privacy: (m) => ({ title: m.policy_privacy_title(), description: m.policy_privacy_description() }),
  terms: (m) => ({ title: m.policy_terms_title(), description: m.policy_terms_description() }),
  accessibility: (m) => ({
    title: m.policy_accessibility_title(),
    description: m.policy_accessibility_description(),
  }),
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const policy = policyOf(matches)
  const said = TITLES[policy](messagesAt(matches))
  const path = `/${policy}`
  return pageHead(matches, {
    ...said,
    path,
    data: (origin) => [breadcrumbs(origin, [{ name: said.title, path }], languageAt(matches))],
  })
}

export default function PolicyPage({ matches }: Route.ComponentProps) {
  const policy = policyOf(matches)
  const m = useMessages()
  const language = useLanguage()
  const langOf = useTextLang()
  const { [policy]: parts = policyTexts(policy, language) } = useCentre()
  const { title, description } = TITLES[policy](m)
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>{title}</h1>
        <p className="opening">{description}</p>
        {parts.map(({ heading, text }) => (
          <section key={heading} className="policy-part" lang={langOf(text)}>
            <h2>{heading}</h2>
            <div className="reading marked">
              <MarkedBlocks text={text} />
            </div>
          </section>
        ))}
        <NextLinks to={['papers', 'about', 'contact']} />
      </div>
    </main>
  )
}
