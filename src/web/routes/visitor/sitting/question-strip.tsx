import { useEffect, useRef } from 'react'
import { type Sitting, sectionsOf, stateOf } from '#domain/sitting/sitting.ts'
import { useMessages } from '#web/language/use-messages.ts'

type StripProps = { sitting: Sitting; onOpen: (question: string) => void }

/** The numbers of all questions: filled where answered, with a corner where one will come back. */
export function QuestionStrip({ sitting, onOpen }: StripProps) {
  const m = useMessages()
  const list = useRef<HTMLElement>(null)
  const { open, paper } = sitting
  useEffect(() => {
    const current = open && list.current?.querySelector<HTMLElement>('[aria-current]')
    const row = list.current
    if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.clientWidth) / 2
  }, [open])
  const words = { open: m.sit_state_open(), answered: m.sit_state_answered(), later: m.sit_state_later() }
  return (
    <nav ref={list} className="sit-strip" aria-label={m.questions_heading()}>
      {sectionsOf(paper.questions).map(({ name, questions }) => (
        <section
          key={questions[0]?.id}
          aria-label={name ? m.questions_section({ section: name }) : undefined}
        >
          {name && <span aria-hidden="true">{name}</span>}
          <ol>
            {questions.map(({ id, number }) => {
              const state = stateOf(sitting, id)
              return (
                <li key={id}>
                  <button
                    type="button"
                    data-state={state}
                    aria-current={id === open ? 'true' : undefined}
                    aria-label={`${m.questions_one({ number })}, ${words[state]}`}
                    onClick={() => onOpen(id)}
                  >
                    {number}
                  </button>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </nav>
  )
}
