import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HttpEnv } from '#server/serving/http-env.ts'

type Schema = { type?: string | string[]; $ref?: string; enum?: unknown[] }
type Body = { content?: Record<string, { schema?: unknown }> }
type Operation = {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Body
  responses?: Record<string, { description?: string } & Body>
}
/** What is read of an OpenAPI 3.1 document. */
type Description = {
  info: { title: string; description?: string }
  paths?: Record<string, unknown>
  components?: { schemas?: Record<string, unknown> }
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; text-transform: capitalize }
details { margin: .5rem 0; border: 1px solid #8886; border-radius: .5rem }
summary { padding: .75rem 1rem; cursor: pointer; overflow-wrap: anywhere }
details > div { padding: 0 1rem 1rem }
code, pre { font: .9em/1.5 ui-monospace, monospace }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; background: #8882; border-radius: .25rem }
table { border-collapse: collapse; width: 100% } td { padding: .25rem .75rem .25rem 0; vertical-align: top }`

/** `/docs`, a page that lists each operation of the OpenAPI document that `describe` gives; it needs no JavaScript. */
export function docsRoutes(describe: () => Description) {
  let page: ReturnType<typeof renderPage> | undefined
  return new Hono<HttpEnv>()
    .get('/docs', (c) => {
      page ??= renderPage(describe())
      return c.html(page, 200, { 'Content-Security-Policy': POLICY })
    })
    .get('/docs/docs.css', (c) => c.body(STYLE, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
}

function renderPage({ info, paths = {}, components }: Description) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'other'))]
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/docs.css"></head>
<body><main>
<h1>${info.title} API</h1>
<p>${info.description?.replaceAll('`', '')} Addresses begin with <code>/api</code> unless they end in <code>.pdf</code> or <code>.zip</code>.
The same for machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${tags.map(
  (tag) => html`<h2>${tag}</h2>
${operations.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === tag).map(renderOperation)}`,
)}
<h2>Schemas</h2>
${Object.entries(components?.schemas ?? {}).map(
  ([name, schema]) =>
    html`<details id="${name}"><summary><code>${name}</code></summary><div>${renderJson(schema)}</div></details>`,
)}
</main></body></html>`
}

function renderOperation({
  method,
  path,
  operation,
}: {
  method: string
  path: string
  operation: Operation
}) {
  const { summary, parameters = [], requestBody, responses = {} } = operation
  return html`<details><summary><strong>${method}</strong> <code>${path}</code> ${summary}</summary><div>
${parameters.length > 0 && html`<h3>Parameters</h3><table>${parameters.map(renderParameter)}</table>`}
${requestBody && html`<h3>Body</h3>${renderBody(requestBody)}`}
<h3>Answers</h3><table>${Object.entries(responses).map(
    ([status, answer]) =>
      html`<tr><td><code>${status}</code></td><td>${answer.description}${renderBody(answer)}</td></tr>`,
  )}</table></div></details>`
}

function renderParameter({
  name,
  in: place,
  required,
  schema,
}: NonNullable<Operation['parameters']>[number]) {
  const kind = schema?.enum ? schema.enum.join(', ') : [schema?.type ?? ''].flat().join(' or ')
  return html`<tr><td><code>${name}</code></td><td>${place}${required ? ', required' : ''}</td><td>${kind}</td></tr>`
}

function renderBody({ content = {} }: Body) {
  return Object.entries(content).map(([type, { schema }]) => {
    const name = (schema as Schema | undefined)?.$ref?.split('/').at(-1)
    return html`<p><code>${type}</code>${name && html`: <a href="#${name}">${name}</a>`}</p>${!name && renderJson(schema)}`
  })
}

function renderJson(value: unknown) {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>`
}
