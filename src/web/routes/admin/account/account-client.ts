import { hc, type InferResponseType } from 'hono/client'
import type { AdminApi } from '#server/api/admin/admin.ts'
import { authorizedFetch } from '../admin-client.ts'

/** The account's API; nothing is tried again by itself, because every try of a password or code counts. */
export const accountApi = hc<AdminApi>('/api/admin', { fetch: authorizedFetch })

export type AccountState = InferResponseType<typeof accountApi.account.$get, 200>
export type Device = AccountState['devices'][number]
export type FormerDevice = AccountState['formerDevices'][number]
export type Colleague = AccountState['administrators'][number]
