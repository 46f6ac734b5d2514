import { site } from '#site'
import { Mark } from '#web/ui/mark.tsx'

/** The centre's number as a phone shows it before a call. */
export function PhoneMockup() {
  const { contacts } = site
  return (
    <div className="phone-stage graph-paper">
      <div className="handset">
        <div className="handset-screen">
          <svg className="handset-face" viewBox="0 0 96 96" aria-hidden="true">
            <circle cx="48" cy="48" r="46" fill="var(--paper)" stroke="var(--ink)" />
            <path d="M30 22h30l10 10v42H30Z" fill="var(--sheet)" stroke="var(--ink)" />
            <path d="M60 22v10h10" stroke="var(--ink)" />
            <path d="M38 22v52" stroke="var(--margin-red)" strokeWidth="1.5" />
            <path d="m44 54 8 9 22-28" stroke="var(--pen)" strokeWidth="4" />
          </svg>
          <p className="handset-name">{site.name}</p>
          <p className="text-quiet leading-snug">{site.place}</p>
          <p className="handset-number">{contacts.phone}</p>
          <p className="text-quiet leading-snug">{contacts.hours}</p>
          <a className="call-now" href={telephone()}>
            <Mark name="phone" size={22} />
            Call Now
          </a>
        </div>
      </div>
    </div>
  )
}

/** The link that calls the centre. */
export function telephone(): string {
  return `tel:${site.contacts.phone.replaceAll(' ', '')}`
}
