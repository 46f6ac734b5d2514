import { type ChannelId, channelsOf } from '#domain/centre/channels.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { RotatingPhrase } from '#web/ui/rotating-phrase.tsx'

const HIDDEN_ON_PHONES: ChannelId[] = ['x', 'website', 'linkedin']

export function SiteFooter() {
  const centre = useCentre()
  return (
    <footer className="site-footer">
      <p className="banner">{centre.banner}</p>
      <div className="desk-edge">
        <div className="wrap">
          <div>
            <div className="tagline">
              <p>
                {centre.tagline} <RotatingPhrase phrases={centre.phrases} turn="faded" />
              </p>
              <PauseButton />
            </div>
            <p className="faint">{centre.place}</p>
            <p className="faint">No sign-in. No ads. We never ask your number.</p>
          </div>
          <section aria-labelledby="connect">
            <h2 id="connect">Connect with US :</h2>
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
          <p className="credit">
            Crafted by{' '}
            <a href={centre.credit.link} target="_blank" rel="noopener noreferrer" className="wordmark">
              {centre.credit.name}
            </a>
          </p>
        </div>
      </div>
    </footer>
  )
}
