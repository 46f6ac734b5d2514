const INDIAN = new Intl.NumberFormat('en-IN')

/** 1,23,456, by one shared formatter: a list has hundreds of numbers, and making a formatter is expensive. */
export function grouped(number: number): string {
  return INDIAN.format(number)
}
