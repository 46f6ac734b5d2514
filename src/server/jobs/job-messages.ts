/**
 * Files from the project's root, or absolute. The default export of `file` takes a task; `threads` of it run at once.
 * That of `given`, called once in the process, returns what every task gets as well, such as an engine to share.
 */
export type JobKind = { file: string; threads: number; given?: string }

/** A deadline is of the processor's time that the job's own thread uses; by the clock it is so much longer: a busy machine
 * is no fault of the job, and gave it a sixteenth of a processor at times. */
export const CLOCK_BY_PROCESSOR = 30
/** Every task comes with a port, through which its worker may report before it ends. */
export type Reporting = { port: { postMessage(report: unknown): void } }
/** What a thread says when it begins a task and with each report: the processor's time that it has used in its life. */
export type Beat = { threadId: number; usedMs: number; report?: unknown }
/** `interrupted`: the process was killed, and not by us: by the kernel where the machine's memory is out, or by somebody;
 * or the job's thread got too little of a busy processor. */
export type Failure = 'broken' | 'took-too-long' | 'too-much-memory' | 'interrupted'

export type JobOrder = { id: number; kind: JobKind; task: object; deadlineMs: number }

/** How a job ended in its thread; `error` is a bug's, or what ended the thread. */
export type JobEnd = { result: unknown } | { failure: Failure; error?: unknown }

/** What the process tells; `over` before it ends itself for its memory. */
export type JobMessage =
  | { id: number; report: unknown }
  | { id: number; end: JobEnd }
  | { warning: unknown }
  | 'ready'
  | 'over'

export type JobSettings = { idleMs: number; memoryMiB: number }

/** The exit code of a thread whose engine ran out of memory: exiting frees it at once. */
export const OUT_OF_MEMORY_EXIT = 12
