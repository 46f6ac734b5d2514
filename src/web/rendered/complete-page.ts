import type { EntryContext } from 'react-router'
import { PAGE_MODULES, type PageModules } from '../start/page-modules.ts'

const SCRIPT_PRELOADS = /<link rel="modulepreload" [^>]*>/g

/** The page in two pieces, its head and what follows, with what its loaders gave and with what starts it. */
export function completePage(
  html: string,
  router: EntryContext,
  { loaded, nonce, isDeferred }: { loaded: string; nonce: string; isDeferred: boolean },
): { head: string; body: string } {
  const headEnd = html.indexOf('</head>')
  let preloads = ''
  const head = html.slice(0, headEnd).replace(SCRIPT_PRELOADS, (link) => {
    preloads += link.replace('<link ', '<link fetchpriority="low" ')
    return ''
  })
  const bodyEnd = html.lastIndexOf('</body>')
  const shown = html.slice(headEnd, bodyEnd)
  const body = `${isDeferred ? deferModules(shown, router) : shown}${loadedScript(loaded, nonce)}${html.slice(bodyEnd)}`
  // React preloads scripts before style sheets: on a slow connection the page would stay white.
  return { head: `<!DOCTYPE html>${head}${isDeferred ? startOf(router) : preloads}`, body }
}

/** As the router's own component would write it, which needs a streamed page. */
function loadedScript(loaded: string, nonce: string): string {
  const escaped = loaded.replace(UNSAFE, (letter) => ESCAPED[letter] ?? letter)
  const controller = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue('${escaped}');${controller}.close();</script>`
}

/** In single quotes, since the text itself is full of double ones; "<" could end the script. */
const UNSAFE = /['\\<\n\r\u2028\u2029]/g
const ESCAPED: Record<string, string> = {
  "'": "\\'",
  '\\': '\\\\',
  '<': '\\u003c',
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** The few scripts that start without React; not `async`, for they look for parts at the end of the page. */
function startOf({ manifest: { entry } }: EntryContext): string {
  const imports = entry.imports.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
  return `${imports.join('')}<script type="module" fetchpriority="low" src="${entry.module}"></script>`
}

/** Instead of the router's script, which loads the page's code at once, come the names of what it loads. */
function deferModules(body: string, router: EntryContext): string {
  const from = body.lastIndexOf('<script', body.lastIndexOf(' type="module"'))
  const to = body.indexOf('</script>', from) + '</script>'.length
  const modules = JSON.stringify(modulesOf(router))
  return `${body.slice(0, from)}<script type="application/json" id="${PAGE_MODULES}">${modules}</script>${body.slice(to)}`
}

function modulesOf({ manifest, staticHandlerContext: { matches } }: EntryContext): PageModules {
  const routes = matches.flatMap(({ route: { id } }) => manifest.routes[id] ?? [])
  const started = new Set([manifest.entry.module, ...manifest.entry.imports])
  const imported = routes.flatMap(({ module, imports = [] }) => [module, ...imports])
  return {
    manifest: manifest.url,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    imports: [...new Set([manifest.url, ...imported])].filter((href) => !started.has(href)),
  }
}
