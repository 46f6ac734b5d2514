import { cpus, loadavg } from 'node:os'

export function printMachine(): void {
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  )
}

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

/** From the arguments, as 5000, 5_000 or 5,000; exits when one is no whole number. */
export function askedSizes(bench: string, usual: number[]): number[] {
  const asked = process.argv.slice(2).map((text) => Number(text.replaceAll(/[,_]/g, '')))
  if (asked.some((size) => !Number.isInteger(size) || size < 1)) {
    console.error(`Usage: npm run bench -- ${bench} [number of papers …]`)
    process.exit(2)
  }
  return asked.length > 0 ? asked : usual
}
