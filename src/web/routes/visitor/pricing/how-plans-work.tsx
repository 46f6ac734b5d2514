import { offeredPlans, PLAN_TIERS } from '#domain/pricing/plan.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SolvedPart } from '../paper-card/paper-card.tsx'
import { SampleNote } from '../paper-card/sample-note.tsx'
import { tierName } from './plan-names.ts'

export function HowPlansWork({ from }: { from: number }) {
  const { contacts, plans, hiddenPlans } = useCentre()
  const offered = offeredPlans(hiddenPlans)
  const tiers = PLAN_TIERS.filter((tier) => offered.some((category) => category.tiers.includes(tier)))
  const m = useMessages()
  const free = [m.pricing_scheme_papers(), m.pricing_scheme_answers(), m.pricing_scheme_search()]
  return (
    <>
      <SolvedPart at={from} id="buying" name={m.parents_buy()} marks={m.about_method_marks()}>
        <ol className="method">
          <li>
            {withNodes((node) => m.pricing_buying_choose({ b: node(<b>{m.pricing_buying_choose_b()}</b>) }))}
          </li>
          <li>
            {withNodes((node) =>
              m.pricing_buying_answer({
                b: node(<b>{m.pricing_buying_answer_b()}</b>),
                hours: contacts.hours,
              }),
            )}
          </li>
          <li>
            {withNodes((node) => m.pricing_buying_comes({ b: node(<b>{m.pricing_buying_comes_b()}</b>) }))}
          </li>
        </ol>
        <p className="reading mt-5">
          {withNodes((node) =>
            m.pricing_buying_else({
              phone: node(
                <a
                  className="whitespace-nowrap"
                  href={`tel:${contacts.phone.replaceAll(' ', '')}`}
                  data-cta="phone"
                >
                  {contacts.phone}
                </a>,
              ),
              email: node(
                <a href={`mailto:${contacts.email}`} data-cta="email">
                  {contacts.email}
                </a>,
              ),
            }),
          )}
        </p>
        <SampleNote />
      </SolvedPart>
      <SolvedPart at={from + 1} id="free" name={m.about_cost()} marks={m.pricing_scheme_marks()}>
        <table className="scheme">
          <thead>
            <tr>
              <td />
              <th scope="col">{m.pricing_scheme_free()}</th>
              <th scope="col">{m.pricing_scheme_plan()}</th>
            </tr>
          </thead>
          <tbody>
            {free.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Yes />
                </td>
                <td>
                  <Yes />
                </td>
              </tr>
            ))}
            {tiers.map((tier) => (
              <tr key={tier.id}>
                <th scope="row">{plans[tier.id].papers}</th>
                <td>
                  <No />
                </td>
                <td>{tierName(tier, m)}</td>
              </tr>
            ))}
            {plans.features.map((feature) => (
              <tr key={feature}>
                <th scope="row">{feature}</th>
                <td>
                  <No />
                </td>
                <td>
                  <Yes />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SolvedPart>
    </>
  )
}

function Yes() {
  const m = useMessages()
  return (
    <span className="yes">
      <Icon name="tick" size={22} />
      <span className="sr-only">{m.pricing_yes()}</span>
    </span>
  )
}

function No() {
  const m = useMessages()
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{m.pricing_no()}</span>
    </>
  )
}
