/** What the main thread hands to a worker. */
export type InspectionTask = {
  kind: 'pdf' | 'picture'
  path: string
  /** PDFium, compiled once for all workers. */
  engine: WebAssembly.Module
  memoryMiB: number
  deadlineMs: number
}

/** A worker ends itself with this code when PDFium ran out of memory: so that the memory is given back at once. */
export const OUT_OF_MEMORY_EXIT = 12
