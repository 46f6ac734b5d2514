import { cpus, loadavg } from 'node:os'

/** Prints on what the figures below it were taken. */
export function printMachine(): void {
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  )
}
