/** Disk space that is kept for what frees space, and for letting in whoever does. */
export type Reserve = {
  /** Does the work; when the disk is full, once more with the reserve given up for as long as it takes. */
  use<Result>(work: () => Promise<Result>): Promise<Result>
  /** Takes the space, or what is left of it to take, where others do not need it more. */
  refill(): Promise<void>
}

/** Of a database on a server of its own. */
export const NO_RESERVE: Reserve = { use: (work) => work(), refill: async () => {} }
