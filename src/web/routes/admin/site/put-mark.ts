export type Typed = { text: string; start: number; end: number }
export type MarkKind = 'bold' | 'link' | 'list'

/** What comes in the place of the letters from `from` to `to`, and what is chosen then. */
export type Change = { from: number; to: number; put: string; start: number; end: number }

/** Marks what is chosen, or takes its mark away. */
export function putMark({ text, start, end }: Typed, kind: MarkKind): Change {
  if (kind === 'list') return putList({ text, start, end })
  return kind === 'bold' ? putBold({ text, start, end }) : putLink({ text, start, end })
}

function putBold({ text, start, end }: Typed): Change {
  const chosen = text.slice(start, end)
  if (text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**')
    return { from: start - 2, to: end + 2, put: chosen, start: start - 2, end: end - 2 }
  if (/^\*\*[^*]+\*\*$/.test(chosen))
    return { from: start, to: end, put: chosen.slice(2, -2), start, end: end - 4 }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(chosen) ?? []
  const at = start + before.length + 2
  const said = words || 'bold'
  return { from: start, to: end, put: `${before}**${said}**${after}`, start: at, end: at + said.length }
}

/** An address that was chosen becomes the link's, and anything else its words; what is missing is chosen to be typed. */
function putLink({ text, start, end }: Typed): Change {
  const chosen = text.slice(start, end)
  const isAddress = /^(https:|mailto:|tel:|\/)\S+$/.test(chosen)
  const words = isAddress ? 'words' : chosen || 'words'
  const address = isAddress ? chosen : 'https://'
  const put = `[${words}](${address})`
  const at = start + (isAddress || !chosen ? 1 : put.length - address.length - 1)
  return { from: start, to: end, put, start: at, end: at + (isAddress || !chosen ? words : address).length }
}

function putList({ text, start, end }: Typed): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  const to = after === -1 ? text.length : after
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => /^- /.test(line))
  const put = lines.map((line) => (isList ? line.slice(2) : `- ${line.replace(/^- /, '')}`)).join('\n')
  return { from, to, put, start: from + put.length, end: from + put.length }
}
