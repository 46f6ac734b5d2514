/** All that is in docs/handbook, from when the site was built: by path from the root. */
const TEXTS: Record<string, string> = import.meta.glob('/docs/handbook/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const PICTURES: Record<string, string> = import.meta.glob('/docs/handbook/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** A page of the handbook as HTML with its heading, or null where there is none; 'README' lists all of them. */
export function readHandbook(page: string): { heading: string; html: string } | null {
  const text = TEXTS[`/docs/handbook/${page}.md`]
  if (!text) return null
  return { heading: /^# (.*)$/m.exec(text)?.[1] ?? '', html: toHtml(text) }
}

/** What the handbook uses of Markdown, and no more: every paragraph and every step is one line. */
function toHtml(text: string): string {
  return text
    .replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/`(.+?)`/g, '<code>$1</code>')
    .replace(/!\[(.*?)\]\((.*?)\)/g, (_, alt, file) => pictureOf(alt, file))
    .replace(
      /\[(.*?)\]\((?:README|(.*?))\.md\)/g,
      (_, words, page) => `<a href="${pathOf(page)}">${words}</a>`,
    )
    .replace(/^(#+) (.*)$/gm, (_, { length }, words) => `<h${length}>${words}</h${length}>`)
    .replace(/(?:^\d+\. .*\n)+/gm, (steps) => `<ol>${steps.replace(/^\d+\. (.*)\n/gm, '<li>$1</li>')}</ol>\n`)
    .replace(/(?:^- .*\n)+/gm, (parts) => `<ul>${parts.replace(/^- (.*)\n/gm, '<li>$1</li>')}</ul>\n`)
    .replace(/^(?!<[hou]).+$/gm, '<p>$&</p>')
}

/** All have one size, so that nothing moves when they come; on a phone a press shows it whole. */
function pictureOf(alt: string, file: string): string {
  const src = PICTURES[`/docs/handbook/${file}`]
  return `<a href="${src}"><img alt="${alt}" src="${src}" width="1280" height="800" loading="lazy"></a>`
}

function pathOf(page = ''): string {
  return page ? `/handbook/${page}` : '/handbook'
}
