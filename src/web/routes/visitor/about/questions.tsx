import type { Question } from '#domain/centre/texts/page-texts.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { MarkedBlocks } from '../page/marked.tsx'

export function Questions({ all }: { all: Question[] }) {
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <div className="questions">
      {all.map(({ question, answer }, at) => (
        <details key={question} open={at === 0}>
          <summary>
            <span className="q-number">{m.about_questions_number({ number: at + 1 })}</span>
            <span className="q-text" lang={langOf(question)}>
              {question}
            </span>
            <span className="q-sign" aria-hidden="true" />
          </summary>
          <div className="q-answer">
            <b className="q-number">{m.about_questions_answer()}</b>
            <div className="marked" lang={langOf(answer)}>
              <MarkedBlocks text={answer} />
            </div>
          </div>
        </details>
      ))}
    </div>
  )
}
