/** `busy`: locked for too long, try again later; `full`: no room on the disk. Each engine marks its errors. */
export type Fault = 'busy' | 'full'

export function isBusy(error: unknown): boolean {
  return faultOf(error) === 'busy'
}

export function isFull(error: unknown): boolean {
  return faultOf(error) === 'full'
}

function faultOf(error: unknown): Fault | undefined {
  const { fault, cause } = (error ?? {}) as { fault?: Fault; cause?: unknown }
  return fault ?? (cause === undefined ? undefined : faultOf(cause))
}
