import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Mark } from '#web/ui/mark.tsx'
import { emptyChat } from '../pricing/plan-chat.ts'
import { telephone } from './phone-mockup.tsx'

export function ContactCards() {
  const { contacts, name } = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <ul className="contact-cards">
      <li className="envelope">
        <h3>{m.contact_address()}</h3>
        <span className="postage" aria-hidden="true">
          <Mark name="place" size={30} />
        </span>
        <svg className="postmark" viewBox="0 0 136 48" aria-hidden="true">
          <path d="M4 8q10-8 20 0t20 0 20 0 20 0 20 0 20 0M4 20q10-8 20 0t20 0 20 0 20 0 20 0 20 0M4 32q10-8 20 0t20 0 20 0 20 0 20 0 20 0M4 44q10-8 20 0t20 0 20 0 20 0 20 0 20 0" />
        </svg>
        <address>
          <b lang={langOf(name)}>{name}</b>
          {[...contacts.address, `${contacts.locality}, ${contacts.region}`].map((line) => (
            <span key={line} lang={langOf(line)}>
              {line}
            </span>
          ))}
          <PinCode code={contacts.postalCode} />
        </address>
      </li>
      <li className="visiting-card">
        <h3>{m.home_about_phone()}</h3>
        <p>
          <a className="reach" href={telephone(contacts)} data-tap="phone">
            <Mark name="phone" size={22} />
            <span className="sweeps">{contacts.phone}</span>
          </a>
        </p>
        <p className="text-quiet leading-snug" lang={langOf(contacts.hours)}>
          {contacts.hours}
        </p>
      </li>
      <li className="letter">
        <h3>{m.home_about_email()}</h3>
        <p>
          <a className="reach" href={`mailto:${contacts.email}`} data-tap="email">
            <Mark name="email" size={22} />
            <span className="sweeps">
              <Email address={contacts.email} />
            </span>
          </a>
        </p>
        <p className="text-quiet leading-snug">{m.contact_email_note()}</p>
      </li>
      <li className="bubble">
        <h3>{m.share_whatsapp()}</h3>
        <p>
          <a
            className="reach"
            href={emptyChat(contacts.whatsapp)}
            data-tap="chat"
            target="_blank"
            rel="noopener noreferrer"
          >
            <Mark name="whatsapp" size={22} />
            <span className="sweeps">{m.contact_chat()}</span>
            <span className="sr-only"> {m.contact_chat_where()}</span>
          </a>
        </p>
        <p className="text-quiet leading-snug">{m.contact_chat_note()}</p>
      </li>
    </ul>
  )
}

/** On a narrow phone it breaks after its @ before it breaks within a word. */
function Email({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <>
      {name}@<wbr />
      {host}
    </>
  )
}

/** A box for each digit; what is no PIN code is a line like the others. */
function PinCode({ code }: { code: string }) {
  const m = useMessages()
  const digits = code.replace(/\s/g, '')
  if (!/^\d{4,8}$/.test(digits)) return <span>{code}</span>
  return (
    <>
      <span className="sr-only">{m.contact_pin({ code })}</span>
      <span className="roll-number pin" aria-hidden="true">
        {[...digits].map((digit, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
          <b key={at}>{digit}</b>
        ))}
      </span>
    </>
  )
}
