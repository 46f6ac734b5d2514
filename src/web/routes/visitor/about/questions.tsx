export function Questions({ all }: { all: { question: string; answer: string }[] }) {
  return (
    <div className="questions">
      {all.map(({ question, answer }, at) => (
        <details key={question} open={at === 0}>
          <summary>
            <span className="q-number">Q{at + 1}.</span>
            <span className="q-text">{question}</span>
            <span className="q-sign" aria-hidden="true" />
          </summary>
          <p>
            <b className="q-number">Ans.</b>
            <span>{answer}</span>
          </p>
        </details>
      ))}
    </div>
  )
}
