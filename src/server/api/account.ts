import type { App } from '#domain/app.ts'
import { newApi } from './api.ts'

/** Accounts of administrators. */
export function accountApi(_app: App) {
  return newApi()
}
