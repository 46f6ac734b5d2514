import type { Question } from '#domain/centre/texts/page-texts.ts'
import { MarkedBlocks } from '../page/marked.tsx'

export function Questions({ all }: { all: Question[] }) {
  return (
    <div className="questions">
      {all.map(({ question, answer }, at) => (
        <details key={question} open={at === 0}>
          <summary>
            <span className="q-number">Q{at + 1}.</span>
            <span className="q-text">{question}</span>
            <span className="q-sign" aria-hidden="true" />
          </summary>
          <div className="q-answer">
            <b className="q-number">Ans.</b>
            <div className="marked">
              <MarkedBlocks text={answer} />
            </div>
          </div>
        </details>
      ))}
    </div>
  )
}
