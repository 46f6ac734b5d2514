/** Two numbers to compare a cached page by: `content` grows with whatever an administrator changes, `data` with every commit. */
export type Versions = { data: number; content: number }
