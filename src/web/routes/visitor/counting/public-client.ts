import { hc } from 'hono/client'
import type { Api } from '#server/api/mount.ts'

export const publicApi = hc<Api>('/api')
