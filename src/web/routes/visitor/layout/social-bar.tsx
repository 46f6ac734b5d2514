import { barChannelsOf } from '#domain/centre/channels.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Icon } from '#web/ui/icon.tsx'

export function SocialBar() {
  const m = useMessages()
  const shown = barChannelsOf(useCentre())
  if (shown.length === 0) return null
  return (
    <nav className="social-bar" aria-label={m.frame_channels()}>
      <ul className="wrap">
        {shown.map(({ id, name, address }) => (
          <li key={id}>
            <a href={address} target="_blank" rel="noopener noreferrer" title={name}>
              <Icon name={id} size={20} />
              <span className="sr-only">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
