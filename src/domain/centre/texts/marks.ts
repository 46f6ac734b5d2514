/** The few marks of longer texts: **bold**, [words](address) and lines that begin with "- ". Never HTML. Safe in the browser. */

export type Inline = string | { bold: Inline[] } | { to: string; words: Inline[] }
type Block = { paragraph: Inline[] } | { list: Inline[][] }

/** A backslash before a mark shows it as it is. No part can begin within another of its kind, so that reading is linear. */
const MARK = /\\([\\*[\]-])|\*\*((?:\\.|(?!\*\*)[^\\])+)\*\*|\[((?:\\.|[^\\[\]])+)\]\(([^\s()<>"]+)\)/gs

/** Marks within one line; what is no mark stays as it was typed. */
export function readInline(text: string, within: 'text' | 'bold' | 'link' = 'text'): Inline[] {
  if (text !== '' && !/[\\*[]/.test(text)) return [text]
  const parts: Inline[] = []
  let from = 0
  for (const { 0: whole, 1: escaped, 2: bold, 3: words, 4: to, index } of text.matchAll(MARK)) {
    parts.push(text.slice(from, index), escaped ?? markOf({ bold, words, to }, within) ?? whole)
    from = index + whole.length
  }
  parts.push(text.slice(from))
  return joined(parts)
}

function markOf(
  { bold, words, to }: { bold?: string; words?: string; to?: string },
  within: 'text' | 'bold' | 'link',
): Inline | null {
  // Sums have stars, too, with room around them: 2 ** 3 ** 4.
  if (bold !== undefined)
    return within === 'bold' || bold !== bold.trim() ? null : { bold: readInline(bold, 'bold') }
  if (words === undefined || to === undefined || within === 'link' || !isAllowedAddress(to)) return null
  return { to, words: readInline(words, 'link') }
}

/** Each line is a paragraph; lines one after another that begin with "- " are a list. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let list: Inline[][] | null = null
  for (const line of text.split(/\r?\n/)) {
    const [, item] = /^\s*- +(.+)$/.exec(line) ?? []
    if (item !== undefined) {
      if (!list) {
        list = []
        blocks.push({ list })
      }
      list.push(readInline(item.trim()))
      continue
    }
    list = null
    if (line.trim() !== '') blocks.push({ paragraph: readInline(line.trim()) })
  }
  return blocks
}

/** The text alone, as search engines are given it. */
export function withoutMarks(text: string): string {
  const said = (parts: Inline[]): string =>
    parts
      .map((part) => (typeof part === 'string' ? part : said('bold' in part ? part.bold : part.words)))
      .join('')
  return readBlocks(text)
    .map((block) => ('list' in block ? block.list.map(said).join(', ') : said(block.paragraph)))
    .join(' ')
}

/** The first address of a link that may not be one, or null; what is longer than 500 letters is none, so that reading ends soon. */
export function findBadLink(text: string): string | null {
  for (const [, address] of text.matchAll(
    /\\.|\[(?:\\.|[^\\[\]])+\]\(((?:[^()\n]|\([^()\n]{0,99}\)){0,500})\)/gs,
  ))
    if (address !== undefined && !isAllowedAddress(address)) return address
  return null
}

/** https:, mailto:, tel: and paths of this site. */
function isAllowedAddress(address: string): boolean {
  if (/[\s<>"\\]|\p{Cc}/u.test(address)) return false
  if (/^\/(?!\/)/.test(address)) return true
  if (/^https:\/\/[^/]/.test(address)) return URL.canParse(address)
  return /^mailto:[^:]+$/.test(address) || /^tel:[+\d{][\d{}a-z.-]*$/.test(address)
}

function joined(parts: Inline[]): Inline[] {
  return parts.reduce<Inline[]>((all, part) => {
    const last = all.at(-1)
    if (part === '') return all
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
    return all
  }, [])
}
