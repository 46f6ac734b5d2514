import { useMessages } from '#web/language/use-messages.ts'
import illustrations from './illustrations.svg?url'

/** Intrinsic sizes: the page reserves the space before the illustration is loaded. */
const SIZES = {
  hero: [540, 440],
  papers: [360, 240],
  clock: [360, 240],
  chat: [360, 240],
  compass: [120, 160],
  'set-square': [160, 120],
  parabola: [160, 120],
  'exam-sheet': [160, 140],
  'hall-ticket': [200, 120],
} as const

export type IllustrationName = keyof typeof SIZES

export function Illustration({ name, className = '' }: { name: IllustrationName; className?: string }) {
  const [width, height] = SIZES[name]
  return (
    <svg
      className={`h-auto max-w-full ${className}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <use href={`${illustrations}#${name}`} />
      {name === 'papers' && <Stamp />}
    </svg>
  )
}

/** Its words, which a file has in one language only. */
function Stamp() {
  const text = useMessages().card_answers_stamp()
  // Signs of Tamil and Hindi are joined to their letters.
  const isLatin = /^[A-Z]+$/.test(text)
  return (
    <text
      transform="rotate(-9 262 172)"
      x="263"
      y="178"
      textAnchor="middle"
      fontSize="19"
      fontWeight="800"
      letterSpacing={isLatin ? 1.6 : undefined}
      fill="var(--ticked)"
    >
      {text}
    </text>
  )
}
