import { inRupees, type PLAN_CATEGORIES, type PLAN_TIERS, rupeesAMonth } from '#domain/pricing/plan.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Marked } from '../page/marked.tsx'
import { planChat } from './plan-chat.ts'
import { categoryName, tierName } from './plan-names.ts'

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

export function PlanCard({ category, tier, rupees, isPricedCategory, isMarked, saved }: Plan) {
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
                <Mark name="tick" size={22} />
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
          data-tap={`${category.id}-${tier.id}`}
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
