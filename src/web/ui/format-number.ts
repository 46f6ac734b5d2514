const INDIAN = new Intl.NumberFormat('en-IN')

/** 1,23,456, by one shared formatter, and only where there is something to group: a list has hundreds of numbers. */
export function formatNumber(number: number): string {
  return number < 1_000 ? String(number) : INDIAN.format(number)
}
