import type { PublicCentre } from '#domain/centre/centre.ts'
import { type ChannelId, channelsOf } from '#domain/centre/channels.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { LanguageSwitch, useHasLanguages } from '#web/language/language-switch.tsx'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'
import { KeptLink } from '../keeping/kept-link.tsx'

const HIDDEN_ON_PHONES: ChannelId[] = ['x', 'website', 'linkedin']

export function SiteFooter() {
  const centre = useCentre()
  const m = useMessages()
  const langOf = useTextLang()
  const hasLanguages = useHasLanguages()
  return (
    <footer className="site-footer">
      <p className="banner" lang={langOf(centre.banner)}>
        {centre.banner}
      </p>
      <div className="desk-edge">
        <div className="wrap">
          <div>
            <div className="tagline">
              <p lang={langOf(centre.tagline)}>
                {centre.tagline} <RotatingPhrase phrases={centre.phrases} turn="faded" />
              </p>
              <PauseButton />
            </div>
            <p className="faint" lang={langOf(centre.place)}>
              {centre.place}
            </p>
            <p className="faint">{m.footer_promise()}</p>
            {hasLanguages && <LanguageSwitch className="in-line" aria-label={m.footer_languages()} />}
            <KeptLink />
          </div>
          <section aria-labelledby="connect">
            <h2 id="connect">{m.footer_connect()}</h2>
            <ul className="channels">
              {channelsOf(centre).map(({ id, name, address }) => (
                <li key={id} className={HIDDEN_ON_PHONES.includes(id) ? 'max-md:hidden' : undefined}>
                  <a href={address} target="_blank" rel="noopener noreferrer">
                    <Mark name={id} size={20} />
                    <span className="sweeps">{name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          {centre.credit.name && (
            <p className="credit">
              {withNodes((node) => m.footer_credit({ name: node(<Wordmark {...centre.credit} />) }))}
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}

function Wordmark({ name, link }: PublicCentre['credit']) {
  if (!link) return <span className="wordmark">{name}</span>
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="wordmark">
      {name}
    </a>
  )
}
