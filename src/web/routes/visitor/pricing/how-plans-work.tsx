import { PLAN_TIERS } from '#domain/pricing/plan.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import { SampleNote } from '../paper-card/sample-note.tsx'
import { SolvedPart } from '../paper-card/solved-part.tsx'

const FREE = [
  'Every paper under Free question papers',
  'Answers, where the paper has them',
  'Search, sharing and printing',
]

export function HowPlansWork({ from }: { from: number }) {
  const { contacts, plans } = useCentre()
  return (
    <>
      <SolvedPart at={from} id="buying" name="How do I buy a plan?" marks="3 steps">
        <ol className="method">
          <li>
            <b>Choose plan.</b> WhatsApp opens with the plan and its price already typed. Nothing goes out
            until you press send.
          </li>
          <li>
            <b>We answer in the chat.</b> You ask what you like, and pay there. We are there {contacts.hours}.
          </li>
          <li>
            <b>It comes to you there.</b> The papers and study materials are delivered in the same chat.
          </li>
        </ol>
        <p className="reading mt-5">
          No form on this site asks for your name or your number. No WhatsApp? Call{' '}
          <a
            className="whitespace-nowrap"
            href={`tel:${contacts.phone.replaceAll(' ', '')}`}
            data-tap="phone"
          >
            {contacts.phone}
          </a>{' '}
          or write to{' '}
          <a href={`mailto:${contacts.email}`} data-tap="email">
            {contacts.email}
          </a>
          .
        </p>
        <SampleNote />
      </SolvedPart>
      <SolvedPart at={from + 1} id="free" name="What is free, and what is paid?" marks="marking scheme">
        <table className="scheme">
          <thead>
            <tr>
              <td />
              <th scope="col">Free</th>
              <th scope="col">With a plan</th>
            </tr>
          </thead>
          <tbody>
            {FREE.map((name) => (
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
            {PLAN_TIERS.map((tier) => (
              <tr key={tier.id}>
                <th scope="row">{plans[tier.id].papers}</th>
                <td>
                  <No />
                </td>
                <td>{tier.name}</td>
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
  return (
    <span className="yes">
      <Mark name="tick" size={22} />
      <span className="sr-only">yes</span>
    </span>
  )
}

function No() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">no</span>
    </>
  )
}
