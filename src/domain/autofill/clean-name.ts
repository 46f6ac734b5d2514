const LONGEST_NAME = 300

/** Without ending, hashes, site addresses, "(1)" and invisible characters; "-", "_" and "/" stay: codes have them. */
export function cleanName(fileName: string): string {
  const visible = decoded(fileName.slice(0, LONGEST_NAME * 3))
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .replace(/[\p{Cf}\p{Co}\ufffd]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
  const name = visible.slice(visible.lastIndexOf('\\') + 1).replace(/(?:\s*\.pdf)+\s*$/i, '')
  return name
    .replace(/\s*\((?:\d|1\d)\)$/, '')
    .split(/([\s_]+)/)
    .map((part) => (isAddress(part) ? '' : part))
    .join('')
    .replace(/(^|[^\p{L}\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\d])/giu, '$1')
    .replace(/[\p{L}\d]{16,}/gu, (run) => (isHash(run) ? '' : run))
    .trim()
}

function decoded(name: string) {
  if (!/%[\da-f]{2}/i.test(name)) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function isAddress(part: string) {
  return /^(?:https?:|www\.)|\.(?:com|net|org|in|co|app|info|academy|blogspot)$/i.test(part)
}

function isHash(run: string) {
  const alternations = run.match(/\d[a-z]|[a-z]\d/gi)?.length ?? 0
  return /^[\da-f]{16,}$/i.test(run) ? /\d/.test(run) && /[a-f]/i.test(run) : alternations >= 6
}
