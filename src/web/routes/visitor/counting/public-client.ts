import { hc } from 'hono/client'
import type { Api } from '#server/api/mount.ts'

/** Calls the public API, typed from its routes. */
export const publicApi = hc<Api>('/api')
