/** An element, or a part of a page, as HTML; what is asked of it is its first such element. */
export class Part {
  readonly html: string
  constructor(html: string) {
    this.html = html.replaceAll('<!-- -->', '')
  }
  get text() {
    const words = this.html.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
    return words.replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim()
  }
  /** Every element of this name whose attributes fit. */
  all(name: string, attributes = /(?:)/): Part[] {
    return [...this.html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))]
      .filter(([, own = '']) => attributes.test(own))
      .map(({ index }) => new Part(this.html.slice(index, endOf(this.html, name, index))))
  }
  one(name: string, attributes?: RegExp) {
    const [found] = this.all(name, attributes)
    if (!found) throw new Error(`No <${name}> with ${attributes} in: ${this.text.slice(0, 200)}`)
    return found
  }
  attribute(name: string) {
    return new RegExp(`^<[^>]*\\s${name}="([^"]*)"`).exec(this.html)?.[1]?.replaceAll('&amp;', '&')
  }
  links(text = /(?:)/) {
    return this.all('a').filter((link) => text.test(link.text))
  }
  hrefs(text?: RegExp) {
    return this.links(text).map((link) => link.attribute('href'))
  }
  /** Where a form leads when it is sent after this was typed, chosen by its words, or unticked (null). */
  sent(changed: Record<string, string | null>) {
    const to = new URL(this.attribute('action') ?? '', 'http://site.example')
    to.search = ''
    const done = new Set<string>()
    const send = (name = '', value = '') => {
      done.add(name)
      to.searchParams.append(name, value)
    }
    for (const input of this.all('input')) {
      const [name = '', type] = [input.attribute('name'), input.attribute('type')]
      if (type !== 'checkbox') send(name, (type !== 'hidden' && changed[name]) || input.attribute('value'))
      else if (changed[name] === null) done.add(name)
      else if (/^<[^>]*\schecked/.test(input.html)) send(name, input.attribute('value'))
    }
    for (const select of this.all('select')) {
      const name = select.attribute('name') ?? ''
      const options = select.all('option')
      const chosen = options.find(({ html, text }) =>
        changed[name] ? text.startsWith(changed[name]) : /^<[^>]*\sselected/.test(html),
      )
      send(name, (chosen ?? options[0])?.attribute('value'))
    }
    const unknown = Object.keys(changed).filter((name) => !done.has(name))
    if (unknown.length > 0) throw new Error(`The form has no ${unknown}`)
    if (this.all('button', /type="submit"/).length === 0) throw new Error('Nothing sends the form')
    return to.pathname + to.search
  }
  get texts() {
    return this.links().map((link) => link.text)
  }
  cards(title = '') {
    return this.all('article').filter(({ text }) => text.includes(title))
  }
}

/** Where the element that begins there ends. */
function endOf(html: string, name: string, start: number) {
  let depth = 0
  for (const { 0: tag, index } of html.slice(start).matchAll(new RegExp(`</?${name}\\b[^>]*>`, 'g'))) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth === 0) return start + index + tag.length
  }
  return html.length
}
