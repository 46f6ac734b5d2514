const NOTES = [
  { sign: 'a', name: 'Subject', text: 'its own colour, on the spine and on the badge' },
  { sign: 'b', name: 'Stamp', text: 'the answers are there' },
  { sign: 'c', name: 'Month and year', text: 'so that you know the syllabus' },
  { sign: 'd', name: 'Weight', text: 'pages, and data in KB or MB' },
]

export function SpecimenPaper() {
  return (
    <figure className="specimen" data-subject="Mathematics">
      <div className="paper-card" aria-hidden="true">
        <span className="stamp">
          ANSWERS<i>b</i>
        </span>
        <span className="thumbnail">
          <span className="ruled-name">Maths</span>
        </span>
        <div className="min-w-0">
          <p className="grid gap-1 text-quiet text-sm leading-snug">
            <span>
              <span className="badge">Mathematics</span>
              <i>a</i>
            </span>
            <span>
              Month and year<i>c</i>
            </span>
          </p>
          <p className="mt-1.5 mb-1.5 font-semibold text-[1.1875rem] leading-tight">Specimen paper</p>
          <p className="text-quiet text-sm leading-snug">
            PDF · pages · size<i>d</i>
          </p>
        </div>
      </div>
      <figcaption>
        <dl>
          {NOTES.map(({ sign, name, text }) => (
            <div key={sign}>
              <dt>
                <span aria-hidden="true">({sign})</span> {name}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  )
}
