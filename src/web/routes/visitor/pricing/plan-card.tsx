import { inRupees, type PLAN_CATEGORIES, type PLAN_TIERS, rupeesAMonth } from '#domain/pricing/plan.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import { planChat } from './plan-chat.ts'

const A_YEAR = 12

type Plan = {
  category: (typeof PLAN_CATEGORIES)[number]
  tier: (typeof PLAN_TIERS)[number]
  rupees: number | null
}

export function PlanCard({ category, tier, rupees }: Plan) {
  const { plans, contacts } = useCentre()
  const { lasts, papers, description } = plans[tier.id]
  const features = [papers, ...plans.features]
  return (
    <article className="ticket">
      <header className="ticket-stub">
        <div className="ticket-name">
          <h3>
            {tier.name}
            <span className="sr-only">, {category.name}</span>
          </h3>
          {rupees !== null && <span>{lasts}</span>}
          {tier.months === A_YEAR && rupees !== null && (
            <span>{inRupees(rupeesAMonth(tier, rupees))} a month</span>
          )}
        </div>
        {rupees === null ? (
          <p className="price price-open">
            <b>{lasts}</b> <span>Ask for the price</span>
          </p>
        ) : (
          <p className="price">
            <data value={rupees}>{inRupees(rupees)}</data> <span>Only</span>
          </p>
        )}
      </header>
      <div className="ticket-body">
        <p className="text-pretty leading-snug">{description}</p>
        <ul className="ticked-answers">
          {features.map((feature) => (
            <li key={feature}>
              <Mark name="tick" size={22} />
              {feature}
            </li>
          ))}
        </ul>
        <a
          className={tier.id === 'ann' ? 'button' : 'button button-line'}
          href={planChat(contacts.whatsapp, { category: category.name, tier: tier.name, rupees })}
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
