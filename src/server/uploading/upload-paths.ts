const UPLOAD = /^\/api\/admin\/uploads\/[^/]+$/
const USE_OF_UPLOAD =
  /^\/api\/admin\/(inbox|inbox\/[^/]+\/publication|first-pages|papers\/[^/]+\/(file|thumbnail|answers))$/

/** Whether a request's body is a file: it is streamed, with limits and time of its own. */
export function isUpload(path: string): boolean {
  return UPLOAD.test(path)
}

/** Whether a request may take longer than others: it carries a file, or has one inspected. */
export function mayTakeLong(path: string): boolean {
  return UPLOAD.test(path) || USE_OF_UPLOAD.test(path)
}
