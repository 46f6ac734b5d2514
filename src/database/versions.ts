/** Numbers to compare a cached page by: `content` grows with whatever an administrator changes, `prepared` when drawn and
 * recognised pages are to be shown, `counts` with views and visits. */
export type Versions = { content: number; prepared: number; counts: number }

export const NO_VERSIONS: Versions = { content: -1, prepared: -1, counts: -1 }
