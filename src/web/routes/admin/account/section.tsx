import { useId } from 'react'
import { useKeptFocus } from './keep-focus.ts'

type SectionProps = { number: number; title: string; marks?: string; children: React.ReactNode }

export function Section({ number, title, marks, children }: SectionProps) {
  const id = useId()
  const { part, heading, onFocus } = useKeptFocus()
  return (
    <section ref={part} onFocus={onFocus} aria-labelledby={id} className="min-w-0">
      <div className="question mb-5">
        <span className="number" aria-hidden="true">
          {number}.
        </span>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {marks && <span className="marks">[{marks}]</span>}
      </div>
      {children}
    </section>
  )
}
