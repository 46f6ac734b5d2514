import packages from 'virtual:licenses'
import { messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import type { Route } from './+types/licenses'
import { pageHead } from './page/page-head.ts'

/** Names and licences of the packages that the site is made with, by licence. The words are in `/licenses.txt`. */
export function loader() {
  const byLicense = Map.groupBy(packages, ({ license }) => license)
  const of = [...byLicense].map(([license, all]) => ({
    license,
    packages: all.map(({ name, version }) => `${name} ${version}`),
  }))
  return { count: packages.length, licenses: of.toSorted((a, b) => b.packages.length - a.packages.length) }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const m = messagesAt(matches)
  const said = { title: m.policy_licenses_title(), description: m.policy_licenses_description() }
  return pageHead(matches, { ...said, path: '/licenses', unlisted: true })
}

export default function Licenses({ loaderData: { count, licenses } }: Route.ComponentProps) {
  const m = useMessages()
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>{m.policy_licenses_title()}</h1>
        <p className="opening">{m.policy_licenses_opening({ count })}</p>
        <p className="reading mt-4">
          <a href="/licenses.txt">{m.policy_licenses_words()}</a>
        </p>
        <section className="policy-part">
          <h2>{m.policy_licenses_fonts()}</h2>
          <p className="reading">{m.policy_licenses_fonts_text()}</p>
        </section>
        <section className="policy-part">
          <h2>{m.policy_licenses_data()}</h2>
          <p className="reading">{m.policy_licenses_data_text()}</p>
        </section>
        <section className="policy-part">
          <h2>{m.policy_licenses_packages()}</h2>
          {licenses.map(({ license, packages }) => (
            <details key={license}>
              <summary className="min-h-11 py-2.5 cursor-pointer">
                {license} <span className="text-quiet">({packages.length})</span>
              </summary>
              <ul className="columns-2 gap-x-8 pb-3.5 text-sm md:columns-3" lang="en" translate="no">
                {packages.map((name) => (
                  <li key={name} className="wrap-anywhere">
                    {name}
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </section>
      </div>
    </main>
  )
}
