const UPLOAD = /^\/api\/admin\/uploads\/[^/]+$/
const USE_OF_UPLOAD =
  /^\/api\/admin\/(inbox|inbox\/[^/]+\/publication|first-pages|papers\/[^/]+\/(file|thumbnail|answers)|site\/(pictures|pictures\/[^/]+\/crops|content-files))$/

/** Whether the body is a file: streamed, with limits of its own. */
export function isUpload(path: string): boolean {
  return UPLOAD.test(path)
}

/** Whether a request carries a file or has one inspected. */
export function mayTakeLong(path: string): boolean {
  return UPLOAD.test(path) || USE_OF_UPLOAD.test(path)
}
