/** What becomes of one row of the hosted site. */
export type Outcome = 'comes' | 'is here already' | 'stays behind'

export type ReportLine = {
  kind: 'paper' | 'price' | 'visits' | 'administrator' | 'file'
  id: string
  title: string
  outcome: Outcome
  /** What is other here than there. */
  changes: string[]
  why: string | null
  /** Of the paper here, when it has come. */
  paperId?: string
  /** Of an invited administrator; shown once and never written down. */
  password?: string
}

export function lineOf(
  kind: ReportLine['kind'],
  id: string,
  title: string,
  rest: Partial<Omit<ReportLine, 'kind' | 'id' | 'title'>> & Pick<ReportLine, 'outcome'>,
): ReportLine {
  return { kind, id, title, changes: [], why: null, ...rest }
}

/** One line for a person. */
export function describeLine({ kind, id, title, outcome, changes, why }: ReportLine): string {
  const named = title && title !== id ? `${id} “${title}”` : id
  const more = [why, ...changes].filter((one) => one !== null)
  return `${kind} ${named} ${outcome}${more.length > 0 ? `: ${more.join('; ')}` : ''}`
}
