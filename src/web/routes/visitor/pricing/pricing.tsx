import { preload } from 'react-dom'
import type { Messages } from '#domain/language/messages.ts'
import {
  inRupees,
  lowestAMonth,
  offeredPlans,
  offeredPrices,
  PLAN_CATEGORIES,
  PLAN_IDS,
  PLAN_TIERS,
  type Prices,
  rupeesAMonth,
  savedRupees,
} from '#domain/pricing/plan.ts'
import { listPrices } from '#domain/pricing/prices.server.ts'
import { type RootData, useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import rupeeFont from '#web/styles/fonts/anek-rupee.woff2?url'
import { Icon } from '#web/ui/icon.tsx'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { Marked } from '../page/marked.tsx'
import { NextLinks } from '../page/next-links.tsx'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs } from '../page/structured-data.ts'
import { SolvedPart } from '../paper-card/paper-card.tsx'
import type { Route } from './+types/pricing'
import { HowPlansWork } from './how-plans-work.tsx'
import { categoryFor, categoryName, emptyChat, planChat, tierName } from './plan-names.ts'

const NO_PRICES = Object.fromEntries(PLAN_IDS.map((id) => [id, null])) as Prices

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.pricing_title(),
    description: m.pricing_description(),
    path: '/pricing',
    data: (origin, root) => [
      ...planProducts(root, loaderData?.prices ?? NO_PRICES, m),
      breadcrumbs(origin, [{ name: m.pricing_name(), path: '/pricing' }], languageAt(matches)),
    ],
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const { app, failed } = context.get(pageContext)
  try {
    const { hiddenPlans } = (await app.centre.read()).centre
    const prices = offeredPrices({ ...NO_PRICES, ...(await listPrices(app)) }, hiddenPlans)
    return { prices, failed: false }
  } catch (error) {
    failed(error, 'Prices could not be read')
    return { prices: NO_PRICES, failed: true }
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () => ({ prices: NO_PRICES, failed: true }))
}

export default function Pricing({ loaderData: { prices, failed } }: Route.ComponentProps) {
  const { contacts, hiddenPlans } = useCentre()
  const offered = offeredPlans(hiddenPlans)
  const m = useMessages()
  const isPriced = Object.values(prices).some((rupees) => rupees !== null)
  // The sign before each price has a file of its own: found with the text, it is too late for the first look.
  if (isPriced) preload(rupeeFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="plans-head">
          <h1>{m.pricing_title()}</h1>
          <p className="opening">{m.pricing_opening()}</p>
          {!isPriced && !failed && (
            <p className="told-in-chat">
              <span>{m.pricing_told_there({ hours: contacts.hours })}</span>
              {contacts.sample ? (
                // The number is not the centre's own yet: the page says so.
                <Link className="button" to="/contact">
                  {m.pricing_ask_all()}
                </Link>
              ) : (
                <a
                  className="button"
                  href={emptyChat(contacts.whatsapp)}
                  data-cta="chat"
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {m.pricing_ask_all()}
                  <span className="sr-only"> {m.pricing_opens_whatsapp()}</span>
                </a>
              )}
            </p>
          )}
          <nav className="jumps" aria-label={m.pricing_plans_for()}>
            {offered.map(({ category }) => (
              <a key={category.id} className="action" href={`#plans-${category.id}`}>
                <span className="sweeps">{categoryName(category, m)}</span>
              </a>
            ))}
          </nav>
        </div>
        {failed && (
          <p className="pencilled" role="status">
            {m.pricing_failed()}
          </p>
        )}
        {offered.map(({ category, tiers }, at) => (
          <SolvedPart
            key={category.id}
            at={at + 1}
            id={`plans-${category.id}`}
            name={categoryName(category, m)}
            marks={categoryFor(category, m)}
          >
            <div className="tickets">
              {tiers.map((tier) => (
                <PlanCard
                  key={tier.id}
                  category={category}
                  tier={tier}
                  rupees={prices[`${category.id}-${tier.id}`]}
                  isPricedCategory={isPricedIn(category, prices)}
                  isMarked={tier.id === lowestAMonth(category, prices)}
                  saved={savedRupees(category, tier, prices)}
                />
              ))}
            </div>
          </SolvedPart>
        ))}
        <HowPlansWork from={offered.length + 1} />
        <NextLinks to={['papers', 'reasons', 'contact']} />
      </div>
    </main>
  )
}

function isPricedIn({ id }: (typeof PLAN_CATEGORIES)[number], prices: Prices): boolean {
  return PLAN_TIERS.some((tier) => prices[`${id}-${tier.id}`] !== null)
}

function planProducts({ origin, centre }: RootData, prices: Prices, m: Messages): object[] {
  return PLAN_CATEGORIES.flatMap((category) =>
    PLAN_TIERS.flatMap((tier) => {
      const rupees = prices[`${category.id}-${tier.id}`]
      if (rupees === null) return []
      const { description, papers, lasts } = centre.plans[tier.id]
      return {
        '@type': 'Product',
        name: `${tierName(tier, m)}, ${categoryName(category, m)}`,
        description: `${description} ${lasts}, ${papers}, ${centre.plans.features.join(', ')}.`,
        brand: { '@type': 'Brand', name: centre.name },
        offers: {
          '@type': 'Offer',
          price: rupees,
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
          url: `${origin}/pricing`,
          seller: { '@type': 'EducationalOrganization', '@id': `${origin}/#centre`, name: centre.name },
        },
      }
    }),
  )
}

type Plan = {
  category: (typeof PLAN_CATEGORIES)[number]
  tier: (typeof PLAN_TIERS)[number]
  rupees: number | null
  /** Whether a plan of this category has a price: then those without one keep its place, and claim nothing. */
  isPricedCategory: boolean
  /** Whether it costs the least a month of its category. */
  isMarked: boolean
  /** Against as many months one by one; null where nothing is saved, or the month has no price. */
  saved: number | null
}

function PlanCard({ category, tier, rupees, isPricedCategory, isMarked, saved }: Plan) {
  const { plans, contacts } = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  const names = { category: categoryName(category, m), tier: tierName(tier, m) }
  const { lasts, papers, description } = plans[tier.id]
  const features = isPricedCategory ? [papers, ...plans.features] : plans.features
  return (
    <article className="ticket">
      <header className="ticket-stub">
        <div className="ticket-name">
          <h3>
            {names.tier}
            <span className="sr-only">, {names.category}</span>
          </h3>
          <span lang={langOf(lasts)}>{lasts}</span>
          {rupees !== null && (
            <span className="a-month">
              {m.pricing_a_month({ price: inRupees(rupeesAMonth(tier, rupees)) })}
            </span>
          )}
        </div>
        {rupees !== null ? (
          <p className="price">
            <data value={rupees}>{inRupees(rupees)}</data> <span>{m.pricing_only()}</span>
          </p>
        ) : isPricedCategory ? (
          <p className="price price-open">{m.pricing_ask()}</p>
        ) : (
          <WhatDiffers papers={papers} />
        )}
      </header>
      <div className="ticket-body">
        <p lang={langOf(description)}>
          <Marked text={description} />
        </p>
        <div className="ticked-part">
          <ul className="ticked-answers">
            {features.map((feature) => (
              <li
                key={feature}
                className={feature === papers ? 'ticked-papers' : undefined}
                lang={langOf(feature)}
              >
                <Icon name="tick" size={22} />
                {feature}
              </li>
            ))}
          </ul>
          {isMarked && saved !== null && (
            <p className="stamp">
              {withNodes((node) =>
                m.pricing_saves({
                  price: inRupees(saved),
                  wide: node(<span>{m.pricing_saves_wide()}</span>),
                }),
              )}
            </p>
          )}
        </div>
        <a
          className={isMarked ? 'button' : 'button button-line'}
          href={planChat(contacts.whatsapp, { ...names, rupees }, m)}
          data-cta={`${category.id}-${tier.id}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.pricing_choose()}
          <span className="sr-only">{m.pricing_choose_which(names)}</span>
        </a>
      </div>
    </article>
  )
}

/** "25-30 question papers", the number in the size of a price. */
function WhatDiffers({ papers }: { papers: string }) {
  const [, number, words] = /^(\d\S*) (.+)$/.exec(papers) ?? []
  return (
    <p className="price what-differs">
      {number ? (
        <>
          {number} <span>{words}</span>
        </>
      ) : (
        <span>{papers}</span>
      )}
    </p>
  )
}
