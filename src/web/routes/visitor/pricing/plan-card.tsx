import { inRupees, type PLAN_CATEGORIES, type PLAN_TIERS, rupeesAMonth } from '#domain/pricing/plan.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Marked } from '../page/marked.tsx'
import { planChat } from './plan-chat.ts'

const ASK = 'Ask for the price'

type Plan = {
  category: (typeof PLAN_CATEGORIES)[number]
  tier: (typeof PLAN_TIERS)[number]
  rupees: number | null
  /** Whether a plan of this category has a price: then those without one keep its place, and claim nothing. */
  isPricedCategory: boolean
  isLowest: boolean
  /** Against as many months one by one; null where nothing is saved, or the month has no price. */
  saved: number | null
}

export function PlanCard({ category, tier, rupees, isPricedCategory, isLowest, saved }: Plan) {
  const { plans, contacts } = useCentre()
  const { lasts, papers, description } = plans[tier.id]
  const features = isPricedCategory ? [papers, ...plans.features] : plans.features
  return (
    <article className="ticket">
      <header className="ticket-stub">
        <div className="ticket-name">
          <h3>
            {tier.name}
            <span className="sr-only">, {category.name}</span>
          </h3>
          <span>{lasts}</span>
          {rupees !== null && <span className="a-month">{inRupees(rupeesAMonth(tier, rupees))} a month</span>}
        </div>
        {isLowest && saved !== null && (
          <p className="stamp">
            SAVES {inRupees(saved)} <span className="md:max-xl:sr-only">ON MONTHLY</span>
          </p>
        )}
        {rupees !== null ? (
          <p className="price">
            <data value={rupees}>{inRupees(rupees)}</data> <span>Only</span>
          </p>
        ) : isPricedCategory ? (
          <p className="price price-open">{ASK}</p>
        ) : (
          <WhatDiffers papers={papers} />
        )}
      </header>
      <div className="ticket-body">
        <p className="text-pretty leading-snug">
          <Marked text={description} />
        </p>
        <ul className="ticked-answers">
          {features.map((feature) => (
            <li key={feature}>
              <Mark name="tick" size={22} />
              {feature}
            </li>
          ))}
        </ul>
        <a
          className={isLowest ? 'button' : 'button button-line'}
          href={planChat(contacts.whatsapp, { category: category.name, tier: tier.name, rupees })}
          data-tap={`${category.id}-${tier.id}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Choose plan
          <span className="sr-only">
            : {tier.name}, {category.name} (opens WhatsApp in a new tab)
          </span>
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
