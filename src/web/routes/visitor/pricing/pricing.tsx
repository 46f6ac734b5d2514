import { preload } from 'react-dom'
import {
  lowestAMonth,
  offeredPlans,
  offeredPrices,
  type PLAN_CATEGORIES,
  PLAN_IDS,
  PLAN_TIERS,
  type Prices,
  savedRupees,
} from '#domain/pricing/plan.ts'
import { listPrices } from '#domain/pricing/prices.server.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import rupeeFont from '#web/styles/fonts/anek-rupee.woff2?url'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs } from '../page/structured-data.ts'
import { survive } from '../page/survive-network.ts'
import { WayOn } from '../page/way-on.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import type { Route } from './+types/pricing'
import { HowPlansWork } from './how-plans-work.tsx'
import { PlanCard } from './plan-card.tsx'
import { emptyChat } from './plan-chat.ts'
import { planProducts } from './plan-data.ts'
import { categoryFor, categoryName } from './plan-names.ts'

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
  return await survive(serverLoader, () => ({ prices: NO_PRICES, failed: true }))
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
                  data-tap="chat"
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
        <WayOn to={['papers', 'reasons', 'contact']} />
      </div>
    </main>
  )
}

function isPricedIn({ id }: (typeof PLAN_CATEGORIES)[number], prices: Prices): boolean {
  return PLAN_TIERS.some((tier) => prices[`${id}-${tier.id}`] !== null)
}
