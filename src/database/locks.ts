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
