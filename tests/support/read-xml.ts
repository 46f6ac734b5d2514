/** An element with its attributes, its own text and its children. */
export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

const TOKEN = /<\?xml [^>]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The root of a document; throws where it is not well-formed or holds what XML 1.0 forbids. */
export function readXml(text: string): Element {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)) {
    throw new Error('A character that XML forbids')
  }
  const outside: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [outside]
  let end = 0
  for (const [token, closes, opens, attributes = '', empty, characters] of text.matchAll(TOKEN)) {
    end += token.length
    const parent = open.at(-1) as Element
    if (closes !== undefined && open.pop()?.name !== closes) throw new Error(`</${closes}> closes nothing`)
    if (characters !== undefined) parent.text += plain(characters)
    if (opens === undefined) continue
    const element = { name: opens, attributes: readAttributes(attributes), text: '', children: [] }
    parent.children.push(element)
    if (!empty) open.push(element)
  }
  const [root, second] = outside.children
  if (end !== text.length || open.length !== 1) throw new Error(`Not well-formed after ${end} characters`)
  if (!root || second || outside.text.trim() !== '') throw new Error('Not one root')
  return root
}

/** The children of an element with this name. */
export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name)
}

function readAttributes(text: string) {
  const found = [...text.matchAll(/([\w:]+)="([^"]*)"/g)]
  const names = new Set(found.map(([, name]) => name))
  if (names.size < found.length) throw new Error('An attribute twice')
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, plain(value)]))
}

function plain(text: string) {
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    if (!ENTITIES[name] || !entity.endsWith(';')) throw new Error(`"${entity}" is no entity`)
    return ENTITIES[name]
  })
}
