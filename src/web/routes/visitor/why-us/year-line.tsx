const YEAR = [
  {
    when: 'June',
    what: 'New books',
    todo: 'Read last year’s paper. Not to solve it, but to see what is asked.',
  },
  { when: 'September', what: 'Quarterly', todo: 'One paper a week, from the chapters that are done.' },
  { when: 'December', what: 'Half-yearly', todo: 'Whole papers, with the clock on the table.' },
  {
    when: 'January',
    what: 'Revision, model',
    todo: 'Three hours at one sitting. The answers only afterwards.',
  },
  { when: 'March', what: 'Public exam', todo: 'Only what went wrong before. And sleep.' },
  {
    when: 'April and May',
    what: 'JEE, NEET',
    todo: 'Previous years, one after another, until nothing surprises.',
  },
]

export function YearLine() {
  return (
    <ol className="year-line">
      {YEAR.map(({ when, what, todo }) => (
        <li key={when}>
          <p className="when">{when}</p>
          <h3>{what}</h3>
          <p>{todo}</p>
        </li>
      ))}
    </ol>
  )
}
