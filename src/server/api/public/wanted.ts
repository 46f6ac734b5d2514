import { hash } from 'node:crypto'
import { Hono } from 'hono'
import { keptTerm } from '#domain/activity/count-searches.server.ts'
import type { App } from '#domain/app.ts'
import { inLanguage, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { askFor, countFor } from '#domain/wanted/wanted.server.ts'
import { readWish, type Wish, writeWish } from '#domain/wanted/wish.ts'
import { type CounterRates, createCounterLimits, isCounted } from '#server/middleware/counter-limits.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/** Of one address in a minute: more than somebody asks for, fewer than a machine. */
const WISH_RATES: CounterRates = { perAddress: 20, perSecond: 10 }
const DAY_SECONDS = 86_400

/** The form "Ask the centre for this paper", which works without scripts: leads to a page that says what came of it. Each
 * browser of an address counts once a day for a wish; who that was is known in memory alone. */
export function wantedRoutes(app: App, rates = WISH_RATES) {
  const limits = createCounterLimits(rates, DAY_SECONDS)
  const routes = new Hono<HttpEnv>()
  for (const language of SHOWN_LANGUAGES) {
    const path = inLanguage('/wanted', language)
    routes.post(path, async (c) => {
      const wait = await limits.spend(c.var.address)
      if (wait > 0) return problem(c, 429, 'too-many-wishes', (m) => m.wanted_later(), { retryAfter: wait })
      const form = await c.req.parseBody()
      const asked = (name: string) => (typeof form[name] === 'string' ? form[name] : null)
      const wish = withKeptWords(readWish(asked, currentYear(app.clock.now())))
      if (!wish) return c.redirect(`${path}?said=no`, 303)
      const written = writeWish(wish)
      if ((await countFor(app, wish)).total > 0) return c.redirect(`${path}?${written}`, 303)
      const header = (name: string) => c.req.header(name)
      if (!(await isCounted(app, header))) return c.redirect(`${path}?${written}&said=no`, 303)
      const browser = hash('sha256', header('user-agent') ?? '', 'hex').slice(0, 32)
      if (!(await limits.isRepeat(c.var.address, browser, written))) await askFor(app, wish)
      return c.redirect(`${path}?${written}&said=yes`, 303)
    })
  }
  return routes
}

/** Null where its words may be personal or are none. */
function withKeptWords(wish: Wish | null): Wish | null {
  if (!wish?.words) return wish
  const words = keptTerm(wish.words)
  return words === null ? null : { ...wish, words }
}
