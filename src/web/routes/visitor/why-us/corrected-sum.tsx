const LINES = [
  { line: 'x² − 5x + 6 = 0', mark: null },
  { line: '(x − 2)(x − 3) = 0', mark: '1' },
  { line: 'x − 2 = 0 or x − 3 = 0', mark: '½' },
  { line: '∴ x = 2 or x = 3', mark: '½' },
]

export function CorrectedSum() {
  return (
    <figure className="corrected">
      <p className="asked">
        <span>Solve: x² − 5x + 6 = 0</span> <span>[2]</span>
      </p>
      <ol>
        {LINES.map(({ line, mark }) => (
          <li key={line}>
            <span>{line}</span>
            {mark && (
              <span className="given">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="m4 13 5 6L20 4" />
                </svg>
                {mark}
                <span className="sr-only"> {mark === '1' ? 'mark' : 'of a mark'}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <figcaption>Write only the last line, and you get only the last half.</figcaption>
    </figure>
  )
}
