/** What a fault of the database means to whoever asked; each engine marks its errors as they are thrown. */
export type Fault = 'busy' | 'full'

/** Whether an error says that the database was locked for too long; the caller may try again later. */
export function isBusy(error: unknown): boolean {
  return faultOf(error) === 'busy'
}

/** Whether an error says that the database found no room on the disk. */
export function isFull(error: unknown): boolean {
  return faultOf(error) === 'full'
}

function faultOf(error: unknown): Fault | undefined {
  return (error as { fault?: Fault } | null)?.fault
}
