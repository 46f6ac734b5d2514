import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from '#web/ui/icon.tsx'

export function PhoneMockup() {
  const { contacts, name, place } = useCentre()
  const m = useMessages()
  return (
    <div className="grid place-items-center py-7 px-4 border border-edge print:hidden graph-paper">
      <div className="handset">
        <div className="grid justify-items-center pt-7 px-4 pb-5 bg-sheet rounded-[1.125rem] text-center [&>p]:text-balance">
          <Face />
          <p className="mt-3 font-extrabold text-[1.625rem]/[1.2] tracking-[-0.02em]">{name}</p>
          <p className="text-quiet leading-snug">{place}</p>
          <p className="mt-5 mb-1 font-bold text-[1.3125rem] whitespace-nowrap">{contacts.phone}</p>
          <p className="text-quiet leading-snug">{contacts.hours}</p>
          <a className="call-now" href={telephone(contacts)} data-cta="phone">
            <Icon name="phone" size={22} />
            {m.contact_call_now()}
          </a>
        </div>
      </div>
    </div>
  )
}

/** The centre's own logo in the ring of the drawn sign. */
function Face() {
  const { pictures } = useCentre()
  if (pictures?.logo)
    return (
      <span className="handset-logo">
        <SitePicture picture={pictures.logo} use="logo" alt="" sizes="56px" className="size-14" />
      </span>
    )
  return (
    <svg className="handset-face" viewBox="0 0 96 96" aria-hidden="true">
      <circle cx="48" cy="48" r="46" fill="var(--paper)" stroke="var(--ink)" />
      <path d="M30 22h30l10 10v42H30Z" fill="var(--sheet)" stroke="var(--ink)" />
      <path d="M60 22v10h10" stroke="var(--ink)" />
      <path d="M38 22v52" stroke="var(--margin-red)" strokeWidth="1.5" />
      <path d="m44 54 8 9 22-28" stroke="var(--pen)" strokeWidth="4" />
    </svg>
  )
}

export function telephone({ phone }: { phone: string }): string {
  return `tel:${phone.replaceAll(' ', '')}`
}
