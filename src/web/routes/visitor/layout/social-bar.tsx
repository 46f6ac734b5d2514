import { CHANNELS } from '#domain/centre/channels.ts'
import { site } from '#site'
import { Mark } from '#web/ui/mark.tsx'
import './social-bar.css'

const SHOWN = CHANNELS.filter(({ id }) => id !== 'website')

export function SocialBar() {
  return (
    <nav className="social-bar" aria-label="Our channels">
      <ul className="wrap">
        {SHOWN.map(({ id, name }) => (
          <li key={id}>
            <a href={site.channels[id]} target="_blank" rel="noopener noreferrer" title={name}>
              <Mark name={id} size={20} />
              <span className="name sweeps">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
