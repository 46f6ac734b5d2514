import type { App } from '#domain/app.ts'

/** Whether a request counts: no prefetch, no other site's, no signed-in administrator's. */
export async function isCounted(
  app: Pick<App, 'identity'>,
  headerOf: (name: string) => string | undefined,
): Promise<boolean> {
  const header = (name: string) => headerOf(name) ?? ''
  if (/prefetch|prerender/i.test(`${header('sec-purpose')} ${header('purpose')} ${header('x-moz')}`))
    return false
  if (!['', 'same-origin', 'none'].includes(header('sec-fetch-site'))) return false
  const cookie = headerOf('cookie')
  if (!cookie || !/(^|;\s*)(__Host-)?session=/.test(cookie)) return true
  return (await app.identity.findSession(cookie, { extend: false })) === null
}
