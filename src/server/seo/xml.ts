/** Built with the tag `xml`, which escapes all parts but other XML. */
export type Xml = { xml: string }
type Part = Xml | string | number | readonly Part[]

export function xml(pieces: TemplateStringsArray, ...parts: Part[]): Xml {
  return { xml: pieces.reduce((whole, piece, at) => whole + written(parts[at - 1] ?? '') + piece) }
}

export function documentOf(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'xml' in part ? part.xml : part.map(written).join('')
}

/** Leaves out characters that XML 1.0 forbids even escaped (2.2). */
function escaped(text: string) {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
