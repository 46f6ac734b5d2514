/** Disk space that is kept for what frees space, and for letting in whoever does. */
export type Reserve = {
  /** Does the work; when the disk is full, once more with the reserve given up for as long as it takes. */
  use<Result>(work: () => Promise<Result>): Promise<Result>
  /** Takes the space, or what is left of it to take, where others do not need it more. */
  refill(): Promise<void>
}

/** Of a database on a server of its own. */
export const NO_RESERVE: Reserve = { use: (work) => work(), refill: async () => {} }

/** Numbers to compare a cached page by: `content` grows with whatever an administrator changes, `prepared` when rendered and
 * recognised pages are to be shown, `counts` with views and visits. */
export type Versions = { content: number; prepared: number; counts: number }

export const NO_VERSIONS: Versions = { content: -1, prepared: -1, counts: -1 }

/** Locks among all servers of one database. They end with the server that holds them, however it ends. */
export type Locks = {
  /** Null while somebody else has it, in this process or another. */
  claim(name: string): Promise<Lock | null>
  /** Takes part as a server that runs, until its end; false when others do, too. */
  enter(): Promise<boolean>
  /** Waits for whoever has it. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** `isHeld` is false once the connection is lost: another server may have it by now. */
export type Lock = { isHeld(): boolean; release(): Promise<void> }
