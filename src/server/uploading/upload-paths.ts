/** Addresses that take files in: their bodies are streamed, with limits and time of their own. */
const UPLOADS = /^\/api\/admin\/(papers|inbox|first-pages|papers\/[a-z0-9-]{1,40}\/(file|thumbnail|answers))$/

/** Whether a request's path takes files in. */
export function takesFiles(path: string): boolean {
  return UPLOADS.test(path)
}
