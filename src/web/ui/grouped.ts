const INDIAN = new Intl.NumberFormat('en-IN')

/** A whole number as it is written in India: 1,23,456. A page has hundreds, and a formatter for each took a tenth of it. */
export function grouped(number: number): string {
  return INDIAN.format(number)
}
