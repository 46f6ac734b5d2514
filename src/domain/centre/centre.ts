/** What `site.config.ts` holds, typed by the rules that check it. Safe in the browser. */
export type { Centre } from './check-centre.server.ts'
