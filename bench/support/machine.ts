import { cpus, loadavg } from 'node:os'

export function printMachine(): void {
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  )
}
