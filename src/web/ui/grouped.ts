const INDIAN = new Intl.NumberFormat('en-IN')

/** A whole number as it is written in India: 1,23,456. A list has hundreds of them, and a formatter is dear to make. */
export function grouped(number: number): string {
  return INDIAN.format(number)
}
