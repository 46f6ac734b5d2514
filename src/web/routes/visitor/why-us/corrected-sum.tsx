import { useMessages } from '#web/language/use-messages.ts'

const SUM = 'x² − 5x + 6 = 0'
const LINES = [
  { line: SUM, mark: null },
  { line: '(x − 2)(x − 3) = 0', mark: '1' },
  { line: 'x − 2 = 0', or: 'x − 3 = 0', mark: '½' },
  { line: '∴ x = 2', or: 'x = 3', mark: '½' },
]

export function CorrectedSum() {
  const m = useMessages()
  return (
    <figure className="corrected">
      <p className="asked">
        <span>{m.sum_asked({ sum: SUM })}</span> <span>[2]</span>
      </p>
      <ol>
        {LINES.map(({ line, or, mark }) => (
          <li key={line}>
            <span>{or ? m.sum_or({ one: line, other: or }) : line}</span>
            {mark && (
              <span className="given">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="m4 13 5 6L20 4" />
                </svg>
                {mark}
                <span className="sr-only"> {mark === '1' ? m.sum_mark() : m.sum_of_a_mark()}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <figcaption>{m.sum_caption()}</figcaption>
    </figure>
  )
}
