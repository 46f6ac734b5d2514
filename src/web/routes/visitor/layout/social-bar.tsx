import { CHANNELS } from '#domain/centre/channels.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import './social-bar.css'

const SHOWN = CHANNELS.filter(({ id }) => id !== 'website')

export function SocialBar() {
  const { channels } = useCentre()
  return (
    <nav className="social-bar" aria-label="Our channels">
      <ul className="wrap">
        {SHOWN.map(({ id, name }) => (
          <li key={id}>
            <a href={channels[id]} target="_blank" rel="noopener noreferrer" title={name}>
              <Mark name={id} size={20} />
              <span className="name sweeps">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
