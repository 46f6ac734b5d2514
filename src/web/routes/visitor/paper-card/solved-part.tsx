type Part = { at: number; id: string; name: string; marks: string; children: React.ReactNode }

export function SolvedPart({ at, id, name, marks, children }: Part) {
  return (
    <section className="solved-part" aria-labelledby={id}>
      <div className="question">
        <span className="number" aria-hidden="true">
          {at}.
        </span>
        <h2 id={id}>{name}</h2>
        <span className="marks">[{marks}]</span>
      </div>
      {children}
    </section>
  )
}
