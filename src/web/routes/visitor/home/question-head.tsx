import type { ReactNode } from 'react'

/** A section's heading as a question's: its number in the margin, its marks at the right. */
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
  marks?: string
  /** What works the section, at the end of the line. */
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
