/** A Markdown table: first column to the left, figures to the right. */
export function printTable(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  console.log(`\n${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}`)
}

export function figure(value: number, digits = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const MIB = 2 ** 20

export function mebibytes(bytes: number): string {
  return `${figure(bytes / MIB, bytes < 10 * MIB ? 1 : 0)} MiB`
}
