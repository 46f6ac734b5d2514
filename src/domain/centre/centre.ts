/** What `site.config.ts` holds: the type is made from the rules that check it. Safe in the browser. */
export type { Centre } from './check-centre.server.ts'
