/** "1 paper", "1,240 papers". */
export function describeCount(count: number, what: string): string {
  return `${count.toLocaleString('en-IN')} ${what}${count === 1 ? '' : 's'}`
}
