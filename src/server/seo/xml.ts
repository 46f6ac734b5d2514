/** XML that is built from texts: what it is made of is escaped unless it is XML itself. */
export type Xml = { xml: string }
type Part = Xml | string | number | readonly Part[]

/** `xml\`<title>${text}</title>\``: a piece of XML. */
export function xml(pieces: TemplateStringsArray, ...parts: Part[]): Xml {
  return { xml: pieces.reduce((whole, piece, at) => whole + written(parts[at - 1] ?? '') + piece) }
}

/** A whole document, to be sent in UTF-8. */
export function documentOf(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
}

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'xml' in part ? part.xml : part.map(written).join('')
}

/** Characters that no XML 1.0 document may hold, not even escaped, are left out (XML 1.0, 2.2). */
function escaped(text: string) {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
