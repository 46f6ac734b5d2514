import type { ReactNode } from 'react'

export function QuestionHead({
  id,
  number,
  heading,
  marks,
  children,
}: {
  id: string
  number: number
  heading: string
  marks?: ReactNode
  /** Controls at the end of the line. */
  children?: ReactNode
}) {
  return (
    <div className="question">
      <span className="number" aria-hidden="true">
        {number}.
      </span>
      <h2 id={id}>{heading}</h2>
      {marks && <span className="marks">[{marks}]</span>}
      {children}
    </div>
  )
}
