import { useState, useSyncExternalStore } from 'react'
import { countVisits } from '#domain/visits/count.server.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { pageContext } from '#web/context.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { formatNumber } from '#web/ui/format-number.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useVisits } from '../counting/use-view-count.ts'
import { loadOrFallback } from '../page/load-or-fallback.ts'
import { NextLinks } from '../page/next-links.tsx'
import { pageHead } from '../page/page-head.ts'
import { breadcrumbs, organisation } from '../page/structured-data.ts'
import illustrations from '../pages.svg?url'
import { SolvedPart } from '../paper-card/paper-card.tsx'
import { SampleNote } from '../paper-card/sample-note.tsx'
import { emptyChat } from '../pricing/plan-names.ts'
import type { Route } from './+types/contact'
import { directions, embeddedMap, inDegrees, wholeMap } from './map-address.ts'
import { PhoneMockup, telephone } from './phone-mockup.tsx'

const NOT_READ = { visits: null, failed: true }

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, contacts } = rootDataOf(matches).centre
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.contact_title(),
    description: m.contact_description({ name, place: contacts.locality }),
    path: '/contact',
    data: (origin, root) => [
      organisation(root),
      breadcrumbs(origin, [{ name: m.contact_title(), path: '/contact' }], languageAt(matches)),
    ],
  })
}

export async function loader({
  context,
}: Route.LoaderArgs): Promise<{ visits: number | null; failed: boolean }> {
  const { app, failed } = context.get(pageContext)
  try {
    return { visits: await countVisits(app), failed: false }
  } catch (error) {
    failed(error, 'Visits could not be read')
    return NOT_READ
  }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return await loadOrFallback(serverLoader, () => NOT_READ)
}

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { contacts } = useCentre()
  const m = useMessages()
  const visits = useVisits(loaderData.visits)
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <div className="grid gap-y-8 gap-x-12 items-center lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <h1>{m.contact_title()}</h1>
            <p className="opening">{m.contact_opening()}</p>
            <SampleNote />
          </div>
          <PhoneMockup />
        </div>
        <SolvedPart at={1} id="reach" name={m.contact_reach()} marks={m.contact_reach_marks()}>
          <ContactCards />
        </SolvedPart>
        <SolvedPart at={2} id="where" name={m.contact_where()} marks={contacts.locality}>
          <ContactMap />
          <MapLinks />
        </SolvedPart>
        <SolvedPart at={3} id="visits" name={m.contact_visits()} marks={m.contact_visits_marks()}>
          <VisitCount visits={visits} />
        </SolvedPart>
        <NextLinks to={['papers', 'plans', 'about']} />
      </div>
    </main>
  )
}

function VisitCount({ visits }: { visits: number | null }) {
  const m = useMessages()
  if (visits === null) {
    return (
      <p className="pencilled" role="status">
        {m.contact_visits_failed()}
      </p>
    )
  }
  const number = formatNumber(visits)
  return (
    <div className="grid gap-3 mt-6">
      <p className="sr-only">{m.contact_visits_said({ number, count: visits })}</p>
      <p className="roll-number" aria-hidden="true">
        {[...number].map((sign, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
          sign === ',' ? <i key={at}>,</i> : <b key={at}>{sign}</b>,
        )}
      </p>
      <p className="reading">
        <span aria-hidden="true">{m.contact_visits_below({ count: visits })} </span>
        {m.contact_visits_kept()}
      </p>
    </div>
  )
}

function ContactMap() {
  const { name, contacts, position } = useCentre()
  const m = useMessages()
  const [isShown, setShown] = useState(false)
  const isReady = useSyncExternalStore(noChange, inBrowser, onServer)
  return (
    <div className="map-sheet" data-hydrates>
      {isShown ? (
        <iframe
          ref={takeFocus}
          src={embeddedMap(position)}
          title={m.contact_map({ name, place: contacts.locality })}
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <>
          <svg aria-hidden="true">
            <use href={`${illustrations}#sketch`} />
          </svg>
          <div className="relative self-end grid gap-3 justify-items-start max-w-108 m-4 py-4 px-4.5 bg-paper border border-edge leading-[1.4]">
            {isReady && (
              <button type="button" className="button" onClick={() => setShown(true)}>
                <Icon name="place" size={20} />
                {m.contact_map_show()}
              </button>
            )}
            <p>{m.contact_map_sketch()}</p>
          </div>
        </>
      )}
    </div>
  )
}

function MapLinks() {
  const { position } = useCentre()
  const m = useMessages()
  return (
    <>
      <p className="flex flex-wrap gap-y-1 gap-x-8 mt-2 print:hidden">
        <a className="action" href={wholeMap(position)} target="_blank" rel="noopener noreferrer">
          <span className="sweeps">{m.contact_map_open()}</span>
          <span className="sr-only"> {m.contact_new_tab()}</span>
        </a>
        <a className="action" href={directions(position)} target="_blank" rel="noopener noreferrer">
          <span className="sweeps">{m.contact_map_directions()}</span>
          <span className="sr-only"> {m.contact_new_tab()}</span>
        </a>
      </p>
      <p className="hidden print:block print:mt-3">
        {withNodes((node) => m.contact_map_degrees({ degrees: node(<b>{inDegrees(position)}</b>) }))}
      </p>
    </>
  )
}

/** The button that had the focus is gone. */
function takeFocus(frame: HTMLIFrameElement | null) {
  frame?.focus()
}

function noChange() {
  return () => {}
}

function inBrowser() {
  return true
}

function onServer() {
  return false
}

function ContactCards() {
  const { contacts, name } = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <ul className="contact-cards">
      <li className="envelope">
        <h3>{m.contact_address()}</h3>
        <span className="postage" aria-hidden="true">
          <Icon name="place" size={30} />
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
          <a className="reach" href={telephone(contacts)} data-cta="phone">
            <Icon name="phone" size={22} />
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
          <a className="reach" href={`mailto:${contacts.email}`} data-cta="email">
            <Icon name="email" size={22} />
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
            data-cta="chat"
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="whatsapp" size={22} />
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
