import marks from './marks.svg?url'

type Name =
  | 'facebook'
  | 'instagram'
  | 'x'
  | 'website'
  | 'youtube'
  | 'whatsapp'
  | 'telegram'
  | 'linkedin'
  | 'search'
  | 'menu'
  | 'close'
  | 'pause'
  | 'play'
  | 'tick'
  | 'down'
  | 'left'
  | 'right'
  | 'email'
  | 'phone'
  | 'place'
  | 'copy'

export function Icon({ name, size = 24 }: { name: Name; size?: number }) {
  return (
    <svg className="mark" width={size} height={size} aria-hidden="true">
      <use href={`${marks}#${name}`} />
    </svg>
  )
}
